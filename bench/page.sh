#!/usr/bin/env bash
# bench/page.sh [BUILD]
#
# Measures how soon the page shows the server's answer, and how much its layout shifts while it
# loads, in Chromium with the sample collection. BUILD is a build folder of the preset `release`, by
# default build/release.
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
