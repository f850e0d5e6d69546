#!/bin/sh
# Code for a browser's page: no sockets, threads, clock or disk.
#   scripts/wasm.sh check     the crate piaget builds with all its features off and with each of them alone, and it and a lab's
#                             session, and everything under them, build for a page
#   scripts/wasm.sh portable  every scenario, played in Node and by the native release program, ends with the committed digest
# The target comes from rustup; where that cannot download, from Debian (rustc-web, rust-web-src, lld).
set -eu
target=wasm32-unknown-unknown

# Runs cargo for the page, with the compiler that is here; 3 where there is none.
for_page() {
    if rustup target list --installed 2>/dev/null | grep -q "$target" || rustup target add "$target" 2>/dev/null; then
        cargo "$@" --target "$target"
        return
    fi
    for rustc in /usr/lib/rust-*/bin/rustc /usr/bin/rustc; do
        if [ -x "$rustc" ] && [ -d "$("$rustc" --print sysroot)/lib/rustlib/src" ]; then
            RUSTC="$rustc" RUSTC_BOOTSTRAP=1 cargo "$@" --target "$target" -Zbuild-std=std,panic_abort
            return
        fi
    done
    echo "wasm: skipped: no compiler for $target (rustup target add $target, or apt-get install rustc-web rust-web-src lld)"
    return 3
}

case "${1:-check}" in
check)
    cargo check --quiet --package piaget --no-default-features
    for feature in motor serde parallel; do
        cargo check --quiet --package piaget --no-default-features --features "$feature"
    done
    echo "wasm: the crate piaget builds with its features off, and with each of them alone"
    for_page check --package piaget-lab --package piaget --no-default-features || { [ $? = 3 ] && exit 0 || exit 1; }
    echo "wasm: a session and the crate piaget build for $target"
    ;;
portable)
    for_page build --release --package piaget-portable || { [ $? = 3 ] && exit 0 || exit 1; }
    cargo build --release --package piaget-cli --bin piaget
    folder=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
    node scripts/portable.mjs "$folder/$target/release/piaget_portable.wasm" "$folder/release/piaget"
    ;;
*)
    echo "wasm.sh: check or portable" >&2
    exit 2
    ;;
esac
