#!/bin/sh
# The second hour: seven things that people want next, each in a fresh folder, from README and docs alone. A person could type these
# lines. Each task says how often the program was asked before it was done; the lines that are written at first are what a page shows.
# `PIAGET` is the program (`piaget` where nothing is said); tasks 4 to 7 build a project with the crate and are left out with `--quick`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
piaget=${PIAGET:-piaget}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failed=0

begin() { # begins a task in a folder of its own
    tries=0
    mkdir "$place/$1"
    cd "$place/$1"
    task=$1
}

ask() { # asks the program, and counts
    tries=$((tries + 1))
    "$piaget" "$@"
}

finish() { # whether what was said holds what was wanted
    if grep -q -e "$2" "$1"; then
        echo "$task: done after $tries questions to the program"
    else
        echo "$task: not done; nothing says \"$2\""
        tail -n 20 "$1"
        failed=1
    fi
}

# The nth block of Rust of a page.
block() { awk -v wanted="$2" '/^```rust$/ { n++; if (n == wanted) { inside = 1; next } } /^```$/ { inside = 0 } inside' "$root/docs/$1" | sed 's/^# //'; }

# 1. Two thieves, and why the guard goes after this one. `piaget new` writes the files; a second thief is added.
begin two-thieves
ask new character guard >/dev/null
ask new scenario yard >/dev/null
sed -i 's/^thing "thief".*/&\nthing "second" { kind "thief"; colour "red"; at 7 6; shape "capsule" { radius 0.25; height 1.7 } }/' scenarios/yard.kdl
ask check scenarios/yard.kdl characters/guard.kdl >/dev/null
ask why scenarios/yard.kdl --at 3 --about thief >said
finish said "the nearest"

# 2. The shop cat: sleeps, is hungry, eats from its bowl, is startled, hides, comes back after 20 s. From the recipes.
begin shop-cat
cp -r "$root/recipes/." .
ask check cat.kdl >/dev/null
ask run cat.kdl >story
finish story "eats bowl"
grep -q "bowl is gone" story && failed=1

# 3. A guard who gives up after 12 s, goes back to his post and is wary. From the recipes.
begin guard
cp -r "$root/recipes/." .
ask check guard.kdl >/dev/null
ask run guard.kdl >story
finish story "go-back"

if [ "${1:-}" = --quick ]; then
    exit $failed
fi

project() { # a project of one's own with a page's block as its program
    cargo new --quiet "$1" && cd "$1"
    cargo add --quiet piaget --path "$root/crates/piaget" --features serde
    { echo "fn main() -> Result<(), Box<dyn std::error::Error>> {"; block "$2" "$3" | grep -v '^Ok::<'; echo "Ok(()) }"; } >src/main.rs
    tries=$((tries + 1))
    cargo run --quiet >said
    echo "it ran" >>said
}

# 4. A Bevy app of one's own: `make newcomer` for Bevy is the page's first block; its own tests run it.
begin bevy
grep -q "PiagetPlugin" "$root/docs/bevy.md" && echo "bevy: the page's lines are a doctest of crates/bevy_piaget" || failed=1

# 5. A roguelike with a heat map, 6. saving, editing a number, loading, 7. footsteps and two guards who tell each other.
begin roguelike
project game hosts.md 1
finish said "######"
begin saves
project game saves.md 1
finish said "it ran"
begin footsteps
project game hosts.md 2
finish said "it ran"
exit $failed
