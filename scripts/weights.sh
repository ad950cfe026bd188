#!/usr/bin/env bash
# scripts/weights.sh ARQMATH
#
# Learns the weights of the profiles that rank answers anew, from the topics and judgements of the
# folder ARQMATH, and prints how well each year is ranked by the weights of the other.
set -euo pipefail
cd -P "$(dirname "$0")/.."
if [[ $# -ne 1 ]]; then
  echo "usage: scripts/weights.sh ARQMATH" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/noether index "$1/collection" -o "$work/index" --dense
for name in lexical dense hybrid hybrid-rerank; do
  printf '\n== %s\n' "$name"
  build/release/bench/answer_ranking "$work/index" "$1" --profile "profiles/$name.profiles" \
    --write "profiles/$name.profiles"
done
