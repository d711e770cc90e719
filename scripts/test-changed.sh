#!/usr/bin/env bash
# The tests beside what has changed since the last commit: of a source in `packages/server/src/cart`, those in
# `packages/server/test/cart` that import it; of a test, itself. `npx vitest run --changed` also runs the tests elsewhere
# that import it through something else.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t beside < <(git status --porcelain --no-renames --untracked-files=all -- packages | cut -c4- |
  sed -nE 's#^(packages/[^/]+)/(src|test)/([^/.]+).*#\1/test/\3#p' | sort -u)

if [ "${#beside[@]}" -eq 0 ]; then
  echo "No source and no test has changed."
else
  npx vitest run --changed --passWithNoTests "${beside[@]}"
fi
