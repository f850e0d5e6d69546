#!/bin/sh
# Runs each fuzz target, or those that are named, for so many seconds (60 unless told otherwise); ends with the first that
# breaks. FUZZ_RUNS=n counts runs instead of seconds; FUZZ_LENGTH=n keeps inputs to so many bytes, which are tried faster.
# Code runs under the address sanitizer, which finds reads and writes out of bounds in unsafe code; FUZZ_SANITIZER=none does without, about
# twice as fast.
#   scripts/fuzz.sh 600 step mind
#   FUZZ_RUNS=1000000 FUZZ_LENGTH=500 scripts/fuzz.sh 0 place
set -eu
seconds=${1:-60}
[ $# -eq 0 ] || shift
limit="-max_total_time=$seconds"
long="$seconds s"
if [ -n "${FUZZ_RUNS:-}" ]; then
    limit="-runs=$FUZZ_RUNS"
    long="$FUZZ_RUNS runs"
fi

# Files of ours cut into their nodes, each behind what every such file begins with: what is small is tried often.
cut_up() { # folder to write to, beginning, files
    folder=$1 beginning=$2
    shift 2
    awk -v folder="$folder" -v beginning="$beginning" '
        FNR == 1 { piece = "" }
        /^[a-z]/ { close(piece); piece = sprintf("%s/%03d.kdl", folder, ++count); print beginning >piece }
        piece && !/^\/\// { print >piece }
    ' "$@"
}

# What a target starts from and what is not kept as a file: it is made from the repository's own.
make_seeds() { # target, folder
    mkdir -p "$2"
    run="cargo run --locked --quiet --package piaget-cli --bin piaget -- run"
    case "$1" in
    scenario) cut_up "$2" 'scenario "s" { shows "a"; try "b. c." }; length 1; ground { size 4 4 }' scenarios/*.kdl ;;
    character) cut_up "$2" 'character "c"' characters/*.kdl characters/shared/*.kdl ;;
    place) cut_up "$2" 'place "house" { place "a" { at 0 0 }; place "b" }' places/*.kdl ;;
    trace) $run square --seconds 0.1 --trace "$2/square.jsonl" >&2 ;;
    recording)
        for scenario in square field; do
            $run "$scenario" --seconds 0.1 --record "$2/$scenario.piaget" >&2
        done
        ;;
    map)
        printf 'type octile\nheight 3\nwidth 4\nmap\n..@.\n.T..\nGS.W\n' >"$2/small.map"
        printf 'version 1.0\n0 small.map 4 3 0 0 3 1 3.82842712\n' >"$2/small.map.scen"
        ;;
    bvh)
        {
            printf 'HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n'
            printf '  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
            printf '  JOINT Head\n  {\n    OFFSET 0 10 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n'
            printf '    End Site\n    {\n      OFFSET 0 2 0\n    }\n  }\n}\n'
            printf 'MOTION\nFrames: 2\nFrame Time: 0.0333333\n0 9 0 0 0 0 0 0 0\n0 9 1 5 0 0 0 9 0\n'
        } >"$2/small.bvh"
        ;;
    step | mind)
        # Choices between minds and senses: all alike, and all different.
        for choice in 0 1 2 3 4; do
            printf "\\00$choice\\001" >"$2/quiet-$choice"
            head -c 200 /dev/zero | tr '\0' '\100' >>"$2/quiet-$choice"
            { printf "\\00$choice\\002" && cat scenarios/square.kdl; } >"$2/lively-$choice"
        done
        ;;
    esac
}

if [ ! -d fuzz/fuzz_targets ]; then
    echo "fuzz: there are no targets in fuzz/fuzz_targets"
    exit 0
fi
[ $# -gt 0 ] || set -- $(basename -s .rs fuzz/fuzz_targets/*.rs)
# cargo-fuzz knows no flag "locked": a lock file that does not fit is found here, before it would be changed.
cargo fetch --quiet --locked --manifest-path fuzz/Cargo.toml
# The fuzzer instruments code with flags that the stable compiler only takes when told that this is meant.
for name in "$@"; do
    made="fuzz/corpus/made/$name"
    make_seeds "$name" "$made"
    echo "fuzz: $name for $long"
    mkdir -p "fuzz/corpus/$name"
    # The folders whose files it starts from, one a line.
    seeds=$(cat "fuzz/seeds/$name" 2>/dev/null || true)
    # The words that its texts are made of; the fuzzer refuses a list without any.
    words="$made.words"
    cat "$made"/*.kdl 2>/dev/null | grep -o '[a-z][a-z-]*' | sort -u | sed 's/.*/"&"/' >"$words" || true
    [ -s "$words" ] || words=
    # shellcheck disable=SC2086 # the list of folders is meant to be split
    RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer "${FUZZ_SANITIZER:-address}" "$name" "fuzz/corpus/$name" "$made" $seeds -- \
        "$limit" ${words:+-dict=$words} ${FUZZ_LENGTH:+-max_len=$FUZZ_LENGTH} -rss_limit_mb=2048 -timeout=10
done
echo "fuzz: nothing broke"
