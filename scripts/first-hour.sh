#!/usr/bin/env bash
# What a newcomer does in the first hour: clones, and runs the commands of README.md and of every page, in order. It fails where one fails or
# says something else than the page shows. What is committed counts. A block is left out by a comment before it, `<!-- not run: why -->`,
# and one that needs a PostgreSQL server where TEST_DATABASE_URL names none.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

FIRST_HOUR_BEGAN=$(date +%s000)
export FIRST_HOUR_BEGAN
git clone --quiet . "$folder/storefront"
cd "$folder/storefront"

# An answer of 400 and above is a failure of `curl`, which it is not by itself.
echo fail > "$folder/.curlrc"
export CURL_HOME="$folder"
node scripts/first-hour.mjs
