#!/bin/sh
# The second hour: seven things that people want next, each in a fresh folder, from README and docs alone. A person could type these
# lines. Each task says how often the program or cargo was asked before it was done; the lines that are written at first are what a
# page shows. `PIAGET` is the program (`piaget` where nothing is said); tasks 4 to 7 build a project with the crate and are left out
# with `--quick`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
piaget=${PIAGET:-piaget}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failed=0
# The projects share what they compile.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$place/target}"

begin() { # begins a task in a folder of its own
    tries=0
    task=$1
    ok=1
    mkdir "$place/$1"
    cd "$place/$1"
}

ask() { # asks the program, and counts
    tries=$((tries + 1))
    "$piaget" "$@" || { echo "$task: piaget $* failed"; ok=0; }
}

holds() { # whether a file says this
    grep -q -e "$2" "$1" || { echo "$task: nothing says \"$2\""; tail -n 20 "$1"; ok=0; }
}

# Whether what `piaget run --json` told of a creature holds these in this order; `+18..22 chose go-back` is so many seconds after what stands
# before it, and what stands between bars is either.
tells() {
    python3 - "$@" <<'PYTHON' || { echo "$task: $2 did not do all of: $3"; ok=0; }
import json, sys
events = json.loads(open(sys.argv[1]).read().splitlines()[-1])["events"]
own = [one for one in events if one.get("creature") == sys.argv[2]]
reached = [(-1, 0)]
for wanted in sys.argv[3].split(", "):
    times, what = wanted[1:].split(" ", 1) if wanted.startswith("+") else ("0..1e9", wanted)
    least, most = map(float, times.split(".."))
    moments = [(at, one["t"]) for at, one in enumerate(own) if f"{one['event']} {one['about']}" in what.split("|")]
    reached = [(at, t) for at, t in moments if any(since < at and least <= t - before <= most for since, before in reached)]
    if not reached:
        sys.exit(f"{wanted}: never")
PYTHON
}

finish() { # says how it went
    if [ $ok = 1 ]; then echo "$task: done after $tries questions"; else echo "$task: not done"; failed=1; fi
}

# The nth block of Rust, or of another sort, of a page.
block() {
    awk -v wanted="$2" -v fence="^\`\`\`${3:-rust}\$" '$0 ~ fence { n++; if (n == wanted) { inside = 1; next } } /^```$/ { inside = 0 } inside' "$root/docs/$1" |
        sed 's/^# //'
}

# 1. Two thieves, and why the guard goes after this one. `piaget new` writes the files; a second thief is added.
begin two-thieves
ask new character guard >/dev/null
ask new scenario yard >/dev/null
sed -i 's/^thing "thief".*/&\nthing "second" { kind "thief"; colour "red"; at 7 6; shape "capsule" { radius 0.25; height 1.7 } }/' scenarios/yard.kdl
ask check scenarios/yard.kdl characters/guard.kdl >/dev/null
ask why scenarios/yard.kdl --at 3 >said
head -n 1 said
holds said '^At 3.0 s guard does "catch" about thief #[0-9]* of 2 (the nearest, '
holds said "farther than the one that was chosen"
ask why scenarios/yard.kdl --at 3 --until "reaches second" >said
head -n 1 said
finish

# 2. The shop cat: sleeps, is hungry, eats from its bowl, is startled, hides, comes back after 20 s. From the recipes.
begin shop-cat
cp -r "$root/recipes/." .
ask check cat.kdl characters/cat.kdl >/dev/null
ask run cat.kdl --json >story
tells story cat "chose curl-up, +8..20 chose go-eat, chose eat, ate bowl, chose go-to-bed, hears door: bang, +0..0.5 chose run, chose cower"
tells story cat "hears door: bang, +18..22 chose go-eat|chose go-to-bed"
ask why cat.kdl --at 20 --about bowl >said
holds said "bowl"
finish

# 3. A guard who gives up after 12 s, goes back to his post and is wary. From the recipes; the page says which number makes him give up
# sooner.
begin guard
cp -r "$root/recipes/." .
ask check guard.kdl >/dev/null
ask run guard.kdl --json >story
tells story guard "chose chase, loses thief, +11..13 chose go-back, chose look-out, +10..60 chose stand"
gave_up() { python3 -c 'import json, sys; print(next(round(e["t"], 1) for e in json.loads(sys.stdin.read().splitlines()[-1])["events"] if e["about"] == "go-back" and e["event"] == "chose"))'; }
late=$(gave_up <story)
sed -i 's/rate "searching" gain=-0.0833/rate "searching" gain=-0.2/' characters/guard.kdl
ask run guard.kdl --json >story
soon=$(gave_up <story)
echo "with another \`gain\` of \`patience\` he gives up at $soon s in place of $late s"
python3 -c "import sys; sys.exit(not $soon < $late - 3)" || ok=0
finish

if [ "${1:-}" = --quick ]; then
    exit $failed
fi

build() { # runs the project
    tries=$((tries + 1))
    cargo run --quiet >said || { echo "$task: it does not run"; ok=0; }
}

project() { # a project of one's own with a page's block as its program
    cargo new --quiet "$1" && cd "$1"
    cargo add --quiet piaget --path "$root/crates/piaget" --features serde
    { echo "fn main() -> Result<(), Box<dyn std::error::Error>> {"; block "$2" "$3" | grep -v '^Ok::<'; echo "Ok(()) }"; } >src/main.rs
    build
}

# 4. A Bevy app of one's own, with a character of its own: the page's first blocks.
begin bevy
cargo new --quiet night-watch && cd night-watch
cargo add --quiet bevy_piaget --path "$root/crates/bevy_piaget"
cargo add --quiet bevy_app@0.19 bevy_asset@0.19 bevy_ecs@0.19 bevy_math@0.19 bevy_time@0.19 bevy_transform@0.19
mkdir assets
block bevy.md 1 "kdl whole" >assets/guard.kdl
block bevy.md 1 >src/main.rs
ask check assets/guard.kdl >/dev/null
build
head -n 1 said
holds said "found the thief"
finish

# 5. A roguelike with a heat map.
begin roguelike
project game hosts.md 1
cat said
holds said '######'
holds said '[1-9]'
finish

# 6. Saving, editing a number, loading.
begin saves
project game saves.md 1
cat said
holds said 'value "fear" is new; all else is kept'
finish

# 7. Footsteps, and two guards who tell each other.
begin footsteps
project game hosts.md 2
cat said
holds said 'the second guard: catch'
finish
exit $failed
