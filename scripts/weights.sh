#!/usr/bin/env bash
# scripts/weights.sh ARQMATH
#
# Learns all weights that need no GPU again from the folder ARQMATH: the counts of labels and the
# weights of formulas in weights/, and the weights of the profiles that rank answers. Writes the
# digests of the data to the head of each file, and prints the scores of each year with the weights
# of the other.
set -euo pipefail
cd -P "$(dirname "$0")/.."
if [[ $# -ne 1 ]]; then
  echo "usage: scripts/weights.sh ARQMATH" >&2
  exit 2
fi
arqmath=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints a digest of the names and contents of the files in a folder, independent of its path.
digest() {
  (cd "$arqmath/$1" && find . -type f -print0 | sort -z | xargs -0 sha256sum) | sha256sum | cut -c1-16
}
stamp="# Learned from data with these digests (SHA-256 of the files' names and digests):"
for folder in collection judged-formulas-2020 qrels topics; do
  stamp+=" $folder $(digest "$folder")"
done
# Writes the digests below the first line of a file, replacing existing ones.
stamp_file() {
  sed -i -e '/^# Learned from data with these digests/d' "$1"
  sed -i -e "1a $stamp" "$1"
}

printf '== formulas\n'
build/release/bench/formula_search "$arqmath" --count-labels weights/labels.weights
build/release/bench/formula_search "$arqmath" --write weights/formula.weights
stamp_file weights/labels.weights
stamp_file weights/formula.weights

build/release/noether index "$arqmath/collection" -o "$work/index" --dense
for name in lexical dense hybrid hybrid-rerank; do
  printf '\n== %s\n' "$name"
  build/release/bench/answer_ranking "$work/index" "$arqmath" --profile "profiles/$name.profiles" \
    --write "profiles/$name.profiles"
  stamp_file "profiles/$name.profiles"
done
