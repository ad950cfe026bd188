#!/usr/bin/env bash
# scripts/check_docs.sh NOETHER
#
# Compares the documents with the program and with each other:
#   - It runs every example `$ noether …` of README.md and docs/ that needs only the program and the
#     sample collection; the example must print the text under it.
#   - Every figure in the summary of docs/measurements.md must appear in the sections below it or in the
#     encoder's card, possibly with more digits; so must every count in the sentences of README.md.
# It prints each difference; scripts/check_docs.mjs describes the comparison. Exit code 77 means that
# Node is missing.
set -euo pipefail

if [[ $# -ne 1 ]]; then
  echo "usage: scripts/check_docs.sh NOETHER" >&2
  exit 2
fi
if ! command -v node >/dev/null; then
  echo "check_docs: skipped, because Node is missing (scripts/setup.sh web installs it)"
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
