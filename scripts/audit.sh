#!/bin/sh
# What deny.toml asks of every library: licences, sources, duplicates, and holes that are known.
# Known holes come from RustSec's database (https://github.com/rustsec/advisory-db). It is fetched anew where that is in reach. Where it
# is not, ADVISORIES=folder names a copy; without one they are not checked, and the last line says so.
set -eu
for lock in Cargo.toml fuzz/Cargo.toml; do
    echo "audit: $lock: licences, sources, duplicates"
    cargo deny --locked --manifest-path "$lock" --config deny.toml check --hide-inclusion-graph licenses bans sources
done

place=target/advisories
if [ -n "${ADVISORIES:-}" ]; then
    if [ ! -d "$ADVISORIES/crates" ]; then
        echo "audit: ADVISORIES is $ADVISORIES, and should be a folder with a copy of RustSec's database: there is no folder crates in it" >&2
        exit 2
    fi
    # cargo-deny looks for the database as a repository of this name, which it makes from the address in deny.toml.
    copy="$place/advisory-db-3157b0e258782691"
    rm -rf "$place" && mkdir -p "$place"
    cp -r "$ADVISORIES" "$copy"
    [ -d "$copy/.git" ] || {
        git -C "$copy" init --quiet
        git -C "$copy" add --all
        git -C "$copy" -c user.name=audit -c user.email=audit@localhost commit --quiet --message "a copy"
    }
    cargo deny --locked --offline check --hide-inclusion-graph advisories
    # The newest advisory tells how old the copy is.
    newest=$(grep -rhoE '^date = "[0-9-]{10}"' "$copy/crates" | sort | tail -n 1 | cut -d'"' -f2)
    echo "audit: PASSED; known holes were checked against a copy whose newest entry is of ${newest:-an unknown day}"
elif git ls-remote --quiet https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
    cargo deny --locked check --hide-inclusion-graph advisories
    echo "audit: PASSED; known holes were checked against the database of today, $(date -u +%F)"
else
    echo "audit: PASSED but for known holes, which were NOT checked: RustSec's database is out of reach, and ADVISORIES names no copy"
fi
