#!/bin/sh
# Makes sure that the named tools are here, and says in one line what it fetches and why.
# Tools: build, node, chromium, rustfmt, clippy, nextest, mdbook, fuzz.
set -eu

# Known to build with the Rust that this workspace asks for.
NEXTEST=0.9.143
CARGO_FUZZ=0.13.2
# The least that the page's tools take, and what is fetched where the system has less.
NODE_LEAST=20.19
NODE=22
MDBOOK=0.5.4

say() { echo "tools: $*" >&2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

apt_install() { as_root apt-get update -qq >&2 && as_root apt-get install -y -qq "$@" >&2; }

component() { # name, what it is for, how to tell that it is here
    if cargo "$3" --version >/dev/null 2>&1; then return; fi
    say "adding $1 to $2"
    rustup component add "$1" >&2 || say "$1 cannot be fetched here; its step will say that it was skipped"
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
        if command -v npm >/dev/null && ! node_is_new && [ ! -x "$tools/node_modules/node/bin/node" ]; then
            say "fetching Node.js $NODE, because the lab's page needs $NODE_LEAST or newer"
            npm install --silent --no-audit --no-fund --prefix "$tools" "node@$NODE" >&2 ||
                say "Node.js $NODE cannot be fetched here; the lab's page will be missing"
        fi
        ;;
    chromium)
        if ! command -v chromium >/dev/null; then
            say "installing chromium, in which the lab's page is tested"
            apt_install chromium || say "chromium cannot be installed here; its step will say that it was skipped"
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
    *)
        say "\"$tool\" is not a tool this script knows"
        exit 2
        ;;
    esac
done
