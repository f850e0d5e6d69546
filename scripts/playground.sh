#!/bin/sh
# The playground: the lab as a folder of files that needs no server of its own.
#   scripts/playground.sh build   writes target/playground
#   scripts/playground.sh test    opens it in a browser: every test of the lab's page, and its own; with --short a few of them, where
#                                 it is not older than what it is made of
#   scripts/playground.sh book    puts it into the book, whose pictures can then be played
#   scripts/playground.sh look    Lighthouse on the built page; the packages are fetched into target/lighthouse
# Exits with 3 where a tool is out of reach.
set -eu
cd "$(dirname "$0")/.."
folder=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

case "${1:-build}" in
build)
    scripts/page.sh packages
    scripts/wasm.sh playground
    PIAGET_MODULES="$folder/modules" scripts/page.sh playground "$folder/playground"
    node scripts/playground.mjs "$folder/playground" "$folder/modules/plain.wasm"
    ;;
test)
    shift
    if [ ! -f "$folder/playground/index.html" ]; then
        echo "skipped: the playground, because it is not built (\`make playground\`)"
        exit 3
    fi
    if [ "${1:-}" = --short ]; then
        # An older one would be told off for what was mended since.
        newer=$(find crates web/src web/index.html scenarios characters bodies -newer "$folder/playground/service-worker.js" -type f -print -quit)
        if [ -n "$newer" ]; then
            echo "skipped: the playground, because $newer is newer than it (\`make playground\`)"
            exit 3
        fi
        set -- --grep @short
    fi
    PIAGET="${PIAGET:-$folder/debug/piaget}" PIAGET_PLAYGROUND="$folder/playground" scripts/page.sh playground-test "$@"
    ;;
book)
    if [ -f "$folder/playground/index.html" ]; then
        rm -rf "$folder/book/playground"
        cp -r "$folder/playground" "$folder/book/playground"
        echo "book: its pictures can be played: the playground is in it"
    else
        echo "book: its pictures stand still: \`make playground\` first lets them be played"
    fi
    ;;
look) scripts/lighthouse.sh "$folder" ;;
*)
    echo "playground.sh: build, test, book or look" >&2
    exit 2
    ;;
esac
