#!/usr/bin/env bash
# scripts/check_docs.sh NOETHER
#
# Holds the documents against the program and against each other:
#   - every example `$ noether …` of README.md and docs/ that needs nothing but the program and the
#     sample collection is run, and must print what is written under it;
#   - every figure of README.md must be one of docs/measurements.md or of the encoder's card, or be
#     rounded from one.
# Says what differs; scripts/check_docs.mjs says how it compares. Exit code 77: there is no Node.
set -euo pipefail

if [[ $# -ne 1 ]]; then
  echo "usage: scripts/check_docs.sh NOETHER" >&2
  exit 2
fi
if ! command -v node >/dev/null; then
  echo "check_docs: skipped, because there is no Node (scripts/setup.sh web installs it)"
  exit 77
fi
top=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "$1")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/work"
ln -s "$program" "$folder/bin/noether"
cd "$folder/work"
export PATH=$folder/bin:$PATH
(cd "$top" && noether index sample -o "$folder/work/sample.idx") 2>/dev/null >&2
node "$top/scripts/check_docs.mjs" "$top"
