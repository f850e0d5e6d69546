#!/bin/sh
# Code for a browser's page: no sockets, threads, clock or disk.
#   scripts/wasm.sh check     the crate piaget builds with all its features off and with each of them alone, and it and a lab's
#                             session, and everything under them, build for a page
#   scripts/wasm.sh portable  every scenario ends with the committed digest, played in Node and by the native release program with
#                             each set of the processor's instructions
# The target comes from rustup; where that cannot download, from Debian (rustc-web, rust-web-src, lld-22). Debian's compiler brings no
# linker of its own, so it is told the name of the newest that is here.
set -eu
target=wasm32-unknown-unknown
folder=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

# Runs cargo for the page, with the compiler that is here; 3 where there is none.
for_page() {
    if rustup target list --installed 2>/dev/null | grep -q "$target" || rustup target add "$target" 2>/dev/null; then
        cargo "$@" --locked --target "$target"
        return
    fi
    linker=$(for path in /usr/bin/wasm-ld /usr/bin/wasm-ld-*; do [ ! -x "$path" ] || echo "$path"; done | sort -V | tail -n 1)
    for rustc in /usr/lib/rust-*/bin/rustc /usr/bin/rustc; do
        if [ -n "$linker" ] && [ -x "$rustc" ] && [ -d "$("$rustc" --print sysroot)/lib/rustlib/src" ]; then
            # A folder of its own: another compiler's artifacts must not take the place of those of the usual one.
            CARGO_TARGET_DIR="$folder/debian" RUSTC="$rustc" RUSTC_BOOTSTRAP=1 \
                CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker" \
                cargo "$@" --locked --target "$target" -Zbuild-std=std,panic_abort || return 1
            folder="$folder/debian"
            return
        fi
    done
    echo "wasm: skipped: no compiler for $target (rustup target add $target, or apt-get install rustc-web rust-web-src lld-22)"
    return 3
}

case "${1:-check}" in
check)
    cargo check --locked --quiet --package piaget --no-default-features
    for feature in motor serde parallel; do
        cargo check --locked --quiet --package piaget --no-default-features --features "$feature"
    done
    echo "wasm: the crate piaget builds with its features off, and with each of them alone"
    for_page check --package piaget-lab --package piaget --no-default-features || { [ $? = 3 ] && exit 0 || exit 1; }
    echo "wasm: a session and the crate piaget build for $target"
    ;;
portable)
    native="$folder/release/piaget"
    module=
    for_page build --release --package piaget-portable && module="$folder/$target/release/piaget_portable.wasm" || [ $? = 3 ]
    cargo build --locked --release --package piaget-cli --bin piaget
    python3 scripts/portable.py "$native" ${module:+--module "$module"}
    ;;
*)
    echo "wasm.sh: check or portable" >&2
    exit 2
    ;;
esac
