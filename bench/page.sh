#!/usr/bin/env bash
# bench/page.sh [BUILD]
#
# How soon the page shows what the server answered, and how much it jumps while it loads, in Chromium over the sample collection.
# BUILD is a build folder of the preset `release`, build/release unless given.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null; then
  echo "page: skipped, there is no Node (scripts/setup.sh web installs it)" >&2
  exit 0
fi
status=0
NOETHER=${1:-build/release}/noether node web/e2e/bench.mjs || status=$?
if [[ $status -eq 77 ]]; then exit 0; fi
exit "$status"
