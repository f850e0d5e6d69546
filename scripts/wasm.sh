#!/bin/sh
# Checks that the crate piaget builds with all its features off and with each of them alone, and that it and a lab's session, and
# everything under them, build for a browser's page: no sockets, threads, clock or disk.
# The target comes from rustup; where that cannot download, from Debian (rustc-web, rust-web-src, lld).
set -eu
target=wasm32-unknown-unknown

cargo check --quiet --package piaget --no-default-features
for feature in motor serde parallel; do
    cargo check --quiet --package piaget --no-default-features --features "$feature"
done
echo "wasm: the crate piaget builds with its features off, and with each of them alone"

if rustup target list --installed 2>/dev/null | grep -q "$target" || rustup target add "$target" 2>/dev/null; then
    cargo check --package piaget-lab --package piaget --no-default-features --target "$target"
    echo "wasm: a session and the crate piaget build for $target"
    exit 0
fi
for rustc in /usr/lib/rust-*/bin/rustc /usr/bin/rustc; do
    if [ -x "$rustc" ] && [ -d "$("$rustc" --print sysroot)/lib/rustlib/src" ]; then
        RUSTC="$rustc" RUSTC_BOOTSTRAP=1 cargo check --package piaget-lab --package piaget --no-default-features \
            --target "$target" -Zbuild-std=std,panic_abort
        echo "wasm: a session and the crate piaget build for $target with $rustc"
        exit 0
    fi
done
echo "wasm: skipped: no compiler for $target (rustup target add $target, or apt-get install rustc-web rust-web-src lld)"
