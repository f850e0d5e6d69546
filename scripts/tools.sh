#!/bin/sh
# Makes sure that the named tools are here, and says in one line what it fetches and why.
# Tools: build, node, chromium, wasm, rustfmt, clippy, nextest, mdbook, fuzz, deny, qemu.
# What changes the system (apt-get, rustup) is said first, and asked about where somebody sits at a terminal. Where nobody does (no
# terminal, or CI=true) it is said and done. Everything else has an exact version, and is checked against sums that are committed
# (scripts/node/package-lock.json) or that its own lock file holds (cargo install --locked).
set -eu

# Known to build with the Rust that this workspace asks for.
NEXTEST=0.9.143
CARGO_FUZZ=0.13.2
CARGO_DENY=0.20.2
# The least that the page's tools take, and what is fetched where the system has less.
NODE_LEAST=20.19
MDBOOK=0.5.4

say() { echo "tools: $*" >&2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Asks where there is a person; where there is none, what was said must do.
may_change_system() { # what would be run
    say "this changes the system: $*"
    if [ ! -t 0 ] || [ "${CI:-}" = true ]; then return; fi
    printf 'tools: go on? [y/N] ' >&2
    read -r answer || answer=
    case "$answer" in [yY]*) return ;; esac
    say "not done, as you wish"
    return 1
}

apt_install() {
    may_change_system "apt-get install $*" || return 1
    as_root apt-get update -qq >&2 && as_root apt-get install -y -qq "$@" >&2
}

# The newest linker for WebAssembly that the system's packages have: Debian names them by their version.
newest_linker() {
    as_root apt-get update -qq >&2 || true
    apt-cache search --names-only '^lld-[0-9]+$' | cut -d' ' -f1 | sort -V | tail -n 1 | grep . || echo lld
}

component() { # name, what it is for, how to tell that it is here
    if cargo "$3" --version >/dev/null 2>&1; then return; fi
    say "adding $1 to $2"
    { may_change_system "rustup component add $1" && rustup component add "$1" >&2; } || say "$1 cannot be fetched here; its step will say that it was skipped"
}

node_is_new() {
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); const [c, d] = process.argv[1].split(".").map(Number);
        process.exit(a > c || (a === c && b >= d) ? 0 : 1)' "$NODE_LEAST"
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
    node)
        if ! command -v npm >/dev/null; then
            say "installing Node.js, which builds the lab's page"
            apt_install nodejs npm || say "Node.js cannot be installed here; the lab's page will be missing"
        fi
        tools="$(dirname "$0")/../target/tools"
        if command -v npm >/dev/null && ! node_is_new && ! ls "$tools"/node_modules/node-*/bin/node >/dev/null 2>&1; then
            say "fetching Node.js, because the lab's page needs $NODE_LEAST or newer"
            mkdir -p "$tools"
            cp "$(dirname "$0")"/node/package*.json "$tools"
            # The registry's packages of Node.js itself, by the sums in the lock file; nothing of theirs is run while they are fetched.
            npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$tools" >&2 ||
                say "Node.js cannot be fetched here; the lab's page will be missing"
        fi
        ;;
    chromium)
        if ! command -v chromium >/dev/null; then
            say "installing chromium, in which the lab's page is tested"
            apt_install chromium || say "chromium cannot be installed here; its step will say that it was skipped"
        fi
        ;;
    wasm)
        if rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then continue; fi
        if [ -d /usr/lib/rustlib/src ] && ls /usr/bin/wasm-ld* >/dev/null 2>&1; then continue; fi
        say "adding what compiles for a browser's page"
        { may_change_system "rustup target add wasm32-unknown-unknown" && rustup target add wasm32-unknown-unknown 2>/dev/null; } ||
            apt_install rustc-web rust-web-src "$(newest_linker)" || say "these cannot be installed here; what needs them says that it was skipped"
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
    mdbook)
        if ! command -v mdbook >/dev/null; then
            say "installing mdbook $MDBOOK, which makes pages of the book (a few minutes, once)"
            cargo install --quiet --locked mdbook --version "$MDBOOK" >&2
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
    deny)
        if ! cargo deny --version 2>/dev/null | grep -q "$CARGO_DENY"; then
            say "installing cargo-deny $CARGO_DENY, which looks at the libraries (some ten minutes, once)"
            cargo install --quiet --locked cargo-deny --version "$CARGO_DENY" >&2
        fi
        ;;
    qemu)
        if ! command -v qemu-aarch64 >/dev/null || ! command -v aarch64-linux-gnu-gcc >/dev/null; then
            say "installing qemu and a linker for AArch64, to play scenarios as that processor does"
            apt_install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross || say "these cannot be installed here"
        fi
        ;;
    *)
        say "\"$tool\" is not a tool this script knows"
        exit 2
        ;;
    esac
done
