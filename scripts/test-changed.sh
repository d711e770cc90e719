#!/usr/bin/env bash
# Runs the tests that the changes since the last commit can break: those that import a changed file, through however many others, and those
# that reach what they test in another way: they read files of the repository, or run what is built.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t changed < <(git -c core.quotePath=false status --porcelain --no-renames --untracked-files=all | cut -c4-)

if [ "${#changed[@]}" -eq 0 ]; then
  echo "Nothing has changed."
  exit
fi

has() { printf '%s\n' "${changed[@]}" | grep -qE "$1"; }

# No import leads to a manifest, to a setting of the tools, or to data.
if has '(^|/)(package(-lock)?|tsconfig[^/]*)\.json$|^vitest\.|^packages/[^/]+/data/'; then
  echo "A manifest, a setting or data has changed: all tests run."
  exec npx vitest run
fi

mapfile -t related < <(grep -rlE 'SuiteProcess\.ts"|import\.meta\.url' packages/*/test --include='*.ts')

# The databases of the tests are made before them, from the migrations and the demonstration shop.
if has '^packages/server/src/(platform/database|demo)/'; then
  related+=(packages/server/src/testing/TestDatabase.ts)
fi

npx vitest related --run --passWithNoTests "${changed[@]}" "${related[@]}"
