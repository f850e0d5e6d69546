#!/bin/sh
# Lighthouse on the built playground, served as hosts do, gzipped: performance, accessibility and best practices, at least 95 each.
#   scripts/lighthouse.sh TARGET_FOLDER
set -eu
cd "$(dirname "$0")/.."
folder=$1
tools="$folder/lighthouse"
if [ ! -f "$folder/playground/index.html" ]; then
    echo "lighthouse: there is no playground yet; run \`make playground\`" >&2
    exit 1
fi
mkdir -p "$tools"
cp scripts/lighthouse/package*.json "$tools"
if ! cmp -s "$tools/package-lock.json" "$tools/node_modules/.fetched"; then
    npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$tools" >&2 || {
        echo "skipped: Lighthouse, because its packages cannot be fetched here"
        exit 3
    }
    cp "$tools/package-lock.json" "$tools/node_modules/.fetched"
fi
node scripts/lighthouse/look.mjs "$folder/playground" "$tools"
