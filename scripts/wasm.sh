#!/bin/sh
# Code for a browser's page: no sockets, threads, clock or disk.
#   scripts/wasm.sh check     the crate piaget builds with all its features off and with each of them alone, and it and a lab's
#                             session, and everything under them, build for a page
#   scripts/wasm.sh playground  the session as modules for the playground, with and without vector instructions, in target/modules
#   scripts/wasm.sh portable  every scenario ends with the committed digest, played in Node and by the native release program with
#                             each set of the processor's instructions
# The target comes from rustup; where that cannot download, from Debian (rustc-web, rust-web-src, lld-22). Debian's compiler brings no
# linker of its own, so it is told the name of the newest that is here.
set -eu
target=wasm32-unknown-unknown
folder=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

# Runs cargo for the page, with the compiler that is here; 3 where there is none. Each set of flags has a folder of its own, PAGES:
# another compiler's artifacts, or those with other flags, must not take the place of the usual ones.
for_page() {
    if rustup target list --installed 2>/dev/null | grep -q "$target" || rustup target add "$target" 2>/dev/null; then
        CARGO_TARGET_DIR="$PAGES" cargo "$@" --locked --target "$target"
        return
    fi
    linker=$(for path in /usr/bin/wasm-ld /usr/bin/wasm-ld-*; do [ ! -x "$path" ] || echo "$path"; done | sort -V | tail -n 1)
    for rustc in /usr/lib/rust-*/bin/rustc /usr/bin/rustc; do
        if [ -n "$linker" ] && [ -x "$rustc" ] && [ -d "$("$rustc" --print sysroot)/lib/rustlib/src" ]; then
            CARGO_TARGET_DIR="$PAGES" RUSTC="$rustc" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker" \
                cargo "$@" --locked --target "$target" -Zbuild-std=std,panic_abort || return 1
            return
        fi
    done
    echo "wasm: skipped: no compiler for $target (rustup target add $target, or apt-get install rustc-web rust-web-src lld-22)"
    return 3
}

# A module for the playground: its name, and the compiler's flags besides those of all. A session's stack is as large as that of a server's thread.
module() {
    PAGES="$folder/page-$1"
    RUSTFLAGS="-Clink-arg=-zstack-size=8388608 $2" for_page build --profile playground --package piaget-playground || return $?
    mkdir -p "$folder/modules"
    built="$PAGES/$target/playground/piaget_playground.wasm"
    cp "$built" "$folder/modules/$1.wasm"
    echo "wasm: $1.wasm has $(wc -c <"$folder/modules/$1.wasm") bytes, $(gzip -9c "$folder/modules/$1.wasm" | wc -c) of them gzipped"
}

case "${1:-check}" in
check)
    cargo check --locked --quiet --package piaget --no-default-features
    for feature in motor serde parallel; do
        cargo check --locked --quiet --package piaget --no-default-features --features "$feature"
    done
    echo "wasm: the crate piaget builds with its features off, and with each of them alone"
    PAGES="$folder/page"
    for_page check --package piaget-lab --package piaget --package piaget-playground --no-default-features || { [ $? = 3 ] && exit 0 || exit 1; }
    echo "wasm: a session and the crate piaget build for $target"
    ;;
portable)
    native="$folder/release/piaget"
    PAGES="$folder/page"
    module=
    for_page build --release --package piaget-portable && module="$PAGES/$target/release/piaget_portable.wasm" || [ $? = 3 ]
    cargo build --locked --release --package piaget-cli --bin piaget
    python3 scripts/portable.py "$native" ${module:+--module "$module"}
    ;;
playground)
    module simd "-Ctarget-feature=+simd128"
    module plain ""
    ;;
*)
    echo "wasm.sh: check, playground or portable" >&2
    exit 2
    ;;
esac
