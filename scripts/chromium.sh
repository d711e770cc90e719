#!/usr/bin/env bash
# Chromium for the tests of the screens.
#
#   scripts/chromium.sh npm test    runs the command with TEST_CHROMIUM set
#
#   . scripts/chromium.sh           or in a script of one's own:
#   chromium_find                   sets CHROMIUM_PATH
#
# Installs Debian's `chromium` when there is none.

chromium_path() {
  local name
  for name in chromium chromium-browser google-chrome; do
    command -v "$name" && return
  done
  return 1
}

install_chromium() {
  local sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  $sudo apt-get update -qq >&2 &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
}

chromium_find() {
  CHROMIUM_PATH=$(chromium_path) || { install_chromium && CHROMIUM_PATH=$(chromium_path); } || {
    echo "There is no Chromium, and it cannot be installed." >&2
    return 1
  }
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  chromium_find
  TEST_CHROMIUM=$CHROMIUM_PATH "$@"
fi
