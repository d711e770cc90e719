#!/usr/bin/env bash
# A throw-away PostgreSQL server on a free loopback port, its files in a temporary folder.
#
#   scripts/postgres.sh npm test          runs the command with TEST_DATABASE_URL set, stops the server after it
#
#   . scripts/postgres.sh                 or in a script of one's own:
#   postgres_start                        sets POSTGRES_URL
#   trap postgres_stop EXIT
#
# Installs Debian's `postgresql` when there is none. PostgreSQL refuses to run as root: for root it runs as `postgres`.

postgres_bin() {
  local candidates
  candidates=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V -r)
  for folder in $candidates "$(dirname "$(command -v initdb || echo /none/none)")"; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
      echo "$folder"
      return
    fi
  done
  return 1
}

install_postgres() {
  local sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  $sudo apt-get update -qq >&2 &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
}

as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
}

postgres_start() {
  local bin port attempt
  bin=$(postgres_bin) || { install_postgres && bin=$(postgres_bin); } || {
    echo "There is no PostgreSQL, and it cannot be installed." >&2
    return 1
  }
  postgres_folder=$(mktemp -d "${TMPDIR:-/tmp}/storefront-postgres.XXXXXX")
  [ "$(id -u)" -ne 0 ] || chown postgres "$postgres_folder"
  postgres_bin_folder=$bin
  (
    cd "$postgres_folder" &&
      as_postgres "$bin/initdb" -D "$postgres_folder/data" -U storefront --auth=trust --encoding=UTF8 --locale=C \
        --no-sync >"$postgres_folder/initdb.log" 2>&1
  ) || {
    cat "$postgres_folder/initdb.log" >&2
    return 1
  }
  for attempt in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 12000))
    if (cd "$postgres_folder" && as_postgres "$bin/pg_ctl" -D "$postgres_folder/data" -w -t 30 -l "$postgres_folder/data/server.log" \
      -o "-p $port -k '' -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c max_connections=200" \
      start >/dev/null 2>&1); then
      POSTGRES_URL="postgres://storefront@127.0.0.1:$port/postgres"
      return 0
    fi
  done
  cat "$postgres_folder/data/server.log" >&2
  return 1
}

postgres_stop() {
  [ -n "${postgres_folder:-}" ] || return 0
  (cd "$postgres_folder" && as_postgres "$postgres_bin_folder/pg_ctl" -D "$postgres_folder/data" -m immediate -w stop >/dev/null 2>&1)
  rm -rf "$postgres_folder"
  unset postgres_folder POSTGRES_URL
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  [ "$#" -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
  trap postgres_stop EXIT
  postgres_start
  TEST_DATABASE_URL=$POSTGRES_URL "$@"
fi
