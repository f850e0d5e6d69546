#!/bin/sh
# The path of somebody new: a clone, a project of one's own, the crate added by its path, the README's lines pasted, run.
# Says how long it took, the fetching of other crates included where they are not on this machine yet.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
began=$(date +%s)
cd "$place"
# What was committed, as it would be cloned; where this is no clone, what lies here.
if git clone --quiet "$root" piaget 2>/dev/null; then root="$place/piaget"; fi
cargo new --quiet guard-house
cd guard-house
cargo add --quiet piaget --path "$root/crates/piaget"
# The first block of Rust in the README.
awk '/^```rust$/ && !done { inside = 1; next } /^```$/ { if (inside) done = 1; inside = 0 } inside' "$root/README.md" >src/main.rs
# A project of one's own has no lock file yet, so this one resolves anew, as it would for anybody.
cargo run --quiet >said
grep -q "sees the thief" said
grep -q "thinks the thief" said
head -n 4 said
echo "a new project with a mind ran $(($(date +%s) - began)) s after the clone was begun"
