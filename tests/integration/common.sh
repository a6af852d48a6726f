# SPDX-License-Identifier: BSD-3-Clause
#
# Sourced by the integration tests: BIN is the folder of our wrappers (first argument of a test), WORK a
# folder that vanishes at the end, `expect TEXT COMMAND...` runs a command and wants TEXT in its output.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
BIN=$(cd "${1:?usage: $0 BIN}" && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"

expect() {  # TEXT COMMAND...
  local text=$1 output
  shift
  if ! output=$("$@" 2>&1); then
    printf 'FAILED: %s\n%s\n' "$*" "$output" >&2
    return 1
  fi
  if [[ $output != *"$text"* ]]; then
    printf 'no "%s" in what this prints: %s\n%s\n' "$text" "$*" "$output" >&2
    return 1
  fi
  printf 'ok: %s\n' "$*"
}
