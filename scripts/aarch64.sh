#!/bin/sh
# Plays scenarios as an AArch64 processor does, under qemu, and compares the digests with the committed ones.
# Emulation is some ten times slower: the few scenarios of `scripts/portable.py --short`.
# The target comes from rustup; where that cannot download, Debian's compiler builds the standard library (rustc-web, rust-web-src).
set -eu
target=aarch64-unknown-linux-gnu
if ! command -v qemu-aarch64 >/dev/null || ! command -v aarch64-linux-gnu-gcc >/dev/null; then
    echo "skipped: AArch64, because qemu-user or gcc-aarch64-linux-gnu is not installed"
    exit 0
fi
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
export CARGO_TARGET_DIR=target/aarch64
set -- build --locked --release --package piaget-cli --bin piaget --target "$target"
if rustup target list --installed 2>/dev/null | grep -q "$target" || rustup target add "$target" 2>/dev/null; then
    cargo "$@"
elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src" ]; then
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 cargo "$@" -Zbuild-std=std,panic_abort,panic_unwind
else
    echo "skipped: AArch64, because there is no compiler for $target (rustup target add $target, or apt-get install rustc-web rust-web-src)"
    exit 0
fi
python3 scripts/portable.py "target/aarch64/$target/release/piaget" --emulator "qemu-aarch64 -L /usr/aarch64-linux-gnu" --short
