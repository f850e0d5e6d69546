#!/bin/sh
# Looks at unsafe code while it runs. All that our crates have of it for use is in crates/occupancy.
#   scripts/unsafe.sh sanitize  its tests under the address sanitizer, which sees reads and writes out of bounds and after a free
#   scripts/unsafe.sh miri      its scalar loops and aligned memory under Miri, which also sees undefined behaviour that does no harm today
set -eu
case "${1:-sanitize}" in
sanitize)
    host=$(rustc -vV | sed -n 's/^host: //p')
    # The stable compiler takes the flag when told that this is meant. With --target it does not count for build scripts. Debug
    # assertions are on: pointers are also checked for null and alignment.
    for form in scalar avx2 avx512; do
        echo "sanitize: the tests of piaget-occupancy, PIAGET_SIMD=$form"
        PIAGET_SIMD=$form RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" CARGO_TARGET_DIR=target/sanitize \
            cargo test --locked --quiet --package piaget-occupancy --lib --tests --target "$host" -- --skip allocating
    done
    echo "sanitize: nothing was found"
    ;;
miri)
    for toolchain in "" +nightly; do
        # shellcheck disable=SC2086 # nothing is an argument less
        if cargo $toolchain miri --version >/dev/null 2>&1; then
            echo "miri: aligned memory and the scalar loops"
            # Miri has no wide instructions, and is a thousand times slower than the processor: the small tests only.
            PIAGET_SIMD=scalar MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=target/miri \
                cargo $toolchain miri test --locked --package piaget-occupancy --lib -- aligned kernel::tests::bounds
            exit
        fi
    done
    echo "skipped: Miri, which is not installed here; it comes with a nightly toolchain: rustup toolchain install nightly --component miri"
    ;;
*)
    echo "unsafe.sh: sanitize or miri" >&2
    exit 2
    ;;
esac
