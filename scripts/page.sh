#!/bin/sh
# The lab's page: `build` makes web/dist, `check` looks at types and format, `test` opens it in a real browser,
# `pictures` draws those of the book anew. `packages` only fetches; `playground FOLDER` builds the page that has the lab within it, and
# `playground-test` opens that in a browser.
# Packages are fetched when the lock file changed. Exits with 3 where the registry or a tool is out of reach.
set -eu
cd "$(dirname "$0")/../web"

# A Node that scripts/tools.sh fetched because the system's own was too old.
for fetched in "$PWD"/../target/tools/node_modules/node-*/bin; do
    if [ -x "$fetched/node" ]; then PATH="$fetched:$PATH"; fi
done
if ! command -v npm >/dev/null; then
    echo "skipped: the page, because Node.js is not installed"
    exit 3
fi

mark=node_modules/.fetched
if ! cmp -s package-lock.json "$mark"; then
    echo "page: fetching its packages" >&2
    if ! npm ci --no-audit --no-fund --loglevel=error >&2; then
        echo "skipped: the page, because its packages cannot be fetched here"
        exit 3
    fi
    cp package-lock.json "$mark"
fi

case "${1:-build}" in
build)
    # Nothing to do when nothing changed since the last build.
    if [ -f dist/index.html ] && [ -z "$(find src public index.html vite.config.ts package-lock.json ../bodies -newer dist/index.html -print -quit)" ]; then
        exit 0
    fi
    echo "page: building" >&2
    npm run --silent build -- --logLevel warn >&2
    ;;
check) npm run --silent check ;;
packages) ;;
playground)
    echo "page: building the playground" >&2
    npm run --silent playground -- --logLevel warn --outDir "$2" --emptyOutDir >&2
    ;;
test | pictures | playground-test)
    if ! command -v "${CHROMIUM:-chromium}" >/dev/null; then
        echo "skipped: the page in a browser, because chromium is not installed"
        exit 3
    fi
    what=$1
    shift
    CHROMIUM="$(command -v "${CHROMIUM:-chromium}")" npm run --silent "$what" -- "$@"
    ;;
*)
    echo "page.sh: build, check, test, pictures, packages, playground or playground-test" >&2
    exit 2
    ;;
esac
