#!/bin/sh
# Makes sure that the named tools are here, and says in one line what it fetches and why.
# Tools: build, rustfmt, clippy, nextest, fuzz.
set -eu

# Known to build with the Rust that this workspace asks for.
NEXTEST=0.9.143
CARGO_FUZZ=0.13.2

say() { echo "tools: $*" >&2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

apt_install() { as_root apt-get update -qq >&2 && as_root apt-get install -y -qq "$@" >&2; }

component() { # name, what it is for, how to tell that it is here
    if cargo "$3" --version >/dev/null 2>&1; then return; fi
    say "adding $1 to $2"
    rustup component add "$1" >&2 || say "$1 cannot be fetched here; its step will say that it was skipped"
}

for tool in "$@"; do
    case "$tool" in
    build)
        if ! command -v cargo >/dev/null; then
            say "Rust is missing; install it from https://rustup.rs (1.95 or newer) and try again"
            exit 1
        fi
        if ! command -v cc >/dev/null; then
            say "installing gcc, because Rust links its programs with it"
            apt_install gcc libc6-dev
        fi
        ;;
    rustfmt) component rustfmt "check the format of the code" fmt ;;
    clippy) component clippy "look for mistakes in the code" clippy ;;
    nextest)
        if ! cargo nextest --version >/dev/null 2>&1; then
            say "installing cargo-nextest $NEXTEST, which runs the tests (a few minutes, once)"
            cargo install --quiet --locked cargo-nextest --version "$NEXTEST" >&2 ||
                say "cargo-nextest cannot be built here; cargo test will take its place"
        fi
        ;;
    fuzz)
        if ! cargo fuzz --version >/dev/null 2>&1; then
            say "installing cargo-fuzz $CARGO_FUZZ, which makes hostile input"
            cargo install --quiet --locked cargo-fuzz --version "$CARGO_FUZZ" >&2
        fi
        if ! command -v c++ >/dev/null; then
            say "installing g++, because the fuzzer's engine is built with it"
            apt_install g++
        fi
        ;;
    *)
        say "\"$tool\" is not a tool this script knows"
        exit 2
        ;;
    esac
done
