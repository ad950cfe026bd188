#!/usr/bin/env bash
# scripts/answer_writer.sh texts DATA OUT
# scripts/answer_writer.sh train TEXTS OUT [cpu|cuda]
#
# Makes the decoder that writes answers. `texts` reads DATA, the folder with arqmath/, text/ and
# qa/, and writes the tokenizer and the training tokens to OUT; it needs `noether` and
# `noether-train`. `train` needs only that folder and `noether-train`, so it can run on another
# machine; it takes about twelve minutes on one H200 and writes the float32 model folder
# OUT/answer-writer, which `noether model quantize` rounds. The programs come from build/release;
# NOETHER_TRAIN may name another noether-train.
#
# The script skips texts whose licence is not stated or forbids commercial use, and the questions of
# the topics of ARQMath 2020 to 2022.
set -euo pipefail
usage() {
  echo "usage: scripts/answer_writer.sh texts DATA OUT | train TEXTS OUT [cpu|cuda]" >&2
  exit 2
}
[[ $# -ge 3 ]] || usage
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=$here/build/release/noether
train=${NOETHER_TRAIN:-$here/build/release/noether-train}

# Exit code 1 means that some records were skipped.
with_skipped() { "$@" || [[ $? -eq 1 ]]; }

case $1 in
texts)
  data=$2 out=$3
  mkdir -p "$out"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  sources=("$data/arqmath/collection" "$data/text/stackexchange-threads" "$data/text/planetmath"
    "$data/text/stacks-project" "$data/text/textbooks" "$data/text/open-books.jsonl.zst"
    "$data/text/afp.jsonl.zst" "$data/qa/math-problems.jsonl.zst")
  leave_out=()
  for year in 2020 2021 2022; do
    leave_out+=(--leave-out "$data/arqmath/topics/Topics_Task1_$year.xml")
  done
  with_skipped "$noether" pieces "${sources[@]}" --cut whole "${leave_out[@]}" \
    -o "$work/texts.jsonl" --held-out "$work/texts-held-out.jsonl"
  with_skipped "$noether" pairs "${sources[@]}" --kind question-answer --kind problem-solution \
    --kind theorem-proof --kind name-definition "${leave_out[@]}" -o "$work/pairs.jsonl" \
    --held-out "$work/held-out.jsonl"
  "$noether" model learn-tokenizer "$work/texts.jsonl" "$work/pairs.jsonl" -o "$out/tokenizer"
  for name in texts pairs held-out; do
    "$train" tokenize "$out/tokenizer" --texts "$work/$name.jsonl" -o "$out/$name.safetensors"
  done
  ;;
train)
  texts=$2 out=$3 device=${4:-cuda}
  mkdir -p "$out"
  "$train" generate "$here/models/configs/answer-writer" --tokenizer "$texts/tokenizer" \
    --texts "$texts/texts.safetensors" --texts "$texts/pairs.safetensors" \
    --validation "$texts/held-out.safetensors" -o "$out/language" --device "$device"
  "$train" generate "$here/models/configs/answer-writer-solutions" --start "$out/language/model" \
    --texts "$texts/pairs.safetensors" --validation "$texts/held-out.safetensors" \
    -o "$out/solutions" --device "$device"
  rm -rf "$out/answer-writer"
  cp -r "$out/solutions/model" "$out/answer-writer"
  ;;
*) usage ;;
esac
