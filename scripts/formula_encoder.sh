#!/usr/bin/env bash
# scripts/formula_encoder.sh corpora DEV WORK
# scripts/formula_encoder.sh train COLLECTION WORK OUT [cpu|cuda]
#
# Makes an encoder of formulas like models/formula-encoder. `corpora` makes the corpora in the
# folder WORK, which takes about an hour on two cores; it excludes everything that equals a cluster
# of DEV, E-Gen's dev.txt. `train` trains in four runs, 1,455 s in all on one H200, counts the
# rarity of the features of the formulas in COLLECTION (the folder arqmath/collection), and writes
# the model folder OUT. All seeds are fixed. The programs come from build/release; NOETHER and
# NOETHER_TRAIN may name others.
set -euo pipefail
usage() {
  sed -n '2,3s/^# /usage: /p' "$0" >&2
  exit 2
}
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=${NOETHER:-$here/build/release/noether}
train=${NOETHER_TRAIN:-$here/build/release/noether-train}

make_corpora() {
  local dev
  dev=$(realpath "$1")
  mkdir -p "$2"
  cd "$2"
  "$noether" corpus generate --limit 30000 --per-cluster 100 --seed 11 --format shards -o own0
  "$noether" corpus vary own0 --members 60 --share 50 --seed 11 -o own0v
  "$noether" corpus split own0v --without "$dev" --shares 94,2,4 --seed 11 --format shards -o own0s
  "$noether" corpus generate --templates "$here/templates/wide" --limit 16000 --per-cluster 60 --seed 11 \
    --format shards -o own1
  "$noether" corpus vary own1 --members 55 --share 50 --seed 12 -o own1v
  "$noether" corpus split own1v --without "$dev" --without own0s/test --without own0s/validation \
    --shares 98,1,1 --seed 12 --format shards -o own1s
  "$noether" corpus vary own0s/train --share 0 --members 45 --seed 11 -o own0t
  "$noether" corpus merge own0t own1s/train --format shards -o own2-train
  "$noether" corpus merge own0s/validation own1s/validation --format shards -o validation
  "$noether" corpus distractors validation --seed 12 -o validation-distractors
  "$noether" corpus vary own2-train --share 0 --members 30 --seed 11 -o train
  "$noether" corpus split "$dev" --shares 100,0,0 --seed 1 --format shards -o dev
}

# run NUMBER SECONDS EDIT: one run from the weights of the previous one. EDIT changes
# models/configs/shipped.
run() {
  local from=()
  if [[ $1 -gt 1 ]]; then from=(--from "run$(($1 - 1))/model"); fi
  sed -E "$3" "$here/models/configs/shipped" > "config$1"
  "$train" encoder "config$1" --corpus train --held-out dev/train --held-out own0s/test \
    --validation validation --validation-distractors validation-distractors "${from[@]}" \
    -o "run$1" --seconds "$2" --device "$device"
}

case ${1:-} in
  corpora)
    [[ $# -eq 3 ]] || usage
    make_corpora "$2" "$3"
    ;;
  train)
    [[ $# -eq 4 || $# -eq 5 ]] || usage
    collection=$(realpath "$2")
    out=$(realpath -m "$4")
    device=${5:-cuda}
    cd "$3"
    run 1 280 's/learning_rate=3e-4/learning_rate=5e-4/; s/opened=0.05/opened=0.1/; s/fresh=0.7/fresh=0.5/; s/seed=4/seed=1/'
    run 2 250 's/learning_rate=3e-4/learning_rate=5e-4/; s/opened=0.05/opened=0.1/; s/fresh=0.7/fresh=0.5/; s/seed=4/seed=2/'
    run 3 285 's/learning_rate=3e-4/learning_rate=5e-4/; s/fresh=0.7/fresh=0.8/; s/seed=4/seed=3/'
    run 4 640 ''
    "$noether" model quantize run4/model -o "$out"
    "$noether" index "$collection" -o collection.idx
    "$noether" model shape collection.idx -o "$out"
    ;;
  *)
    usage
    ;;
esac
