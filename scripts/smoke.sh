#!/usr/bin/env bash
# Starts the suite with the README's command on an empty data folder, asks it a question as a customer, stops it with
# the interrupt signal, and starts it again. Everything happens on the default ports of the loopback interface.
set -euo pipefail
cd "$(dirname "$0")/.."

STOREFRONT_DATA_DIR=$(mktemp -d)
export STOREFRONT_DATA_DIR
log=$(mktemp)
unset DATABASE_URL

fail() { echo "smoke: $1" >&2; cat "$log" >&2; exit 1; }

start() {
  : > "$log"
  setsid npm start > "$log" 2>&1 &
  pid=$!
  for _ in $(seq 1 300); do
    grep -q "ready in" "$log" && return
    kill -0 "$pid" 2> /dev/null || fail "the suite ended before it was ready"
    sleep 0.1
  done
  fail "the suite was not ready within 30 s"
}

stop() {
  kill -INT -- "-$pid"
  if wait "$pid"; then code=0; else code=$?; fi
  [ "$code" = 0 ] || fail "the suite ended with exit code $code"
}

trap 'kill -KILL -- "-$pid" 2> /dev/null || true' EXIT

start
grep "ready in" "$log"
answer=$(npx storefront ask "What do people think about the Kestrelon Hush 700?") || fail "the question was not answered"
echo "$answer"
grep -q "review-sentiment" <<< "$answer" || fail "the question did not reach review-sentiment"
stop

start
grep "ready in" "$log"
stop
trap - EXIT
rm -rf "$STOREFRONT_DATA_DIR" "$log"
echo "smoke: ok"
