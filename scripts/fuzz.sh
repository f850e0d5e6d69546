#!/bin/sh
# Runs each fuzz target for so many seconds (60 unless told otherwise); ends with the first that breaks.
set -eu
seconds=${1:-60}

if [ ! -d fuzz/fuzz_targets ]; then
    echo "fuzz: there are no targets in fuzz/fuzz_targets"
    exit 0
fi
# The fuzzer instruments code with flags that the stable compiler only takes when told that this is meant.
export RUSTC_BOOTSTRAP=1
for target in fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    echo "fuzz: $name for $seconds s"
    mkdir -p "fuzz/corpus/$name"
    # The folders whose files it starts from, one a line.
    seeds=$(cat "fuzz/seeds/$name" 2>/dev/null || true)
    # shellcheck disable=SC2086 # the list of folders is meant to be split
    cargo fuzz run --sanitizer none "$name" "fuzz/corpus/$name" $seeds -- -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10
done
echo "fuzz: nothing broke"
