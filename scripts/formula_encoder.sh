#!/usr/bin/env bash
# scripts/formula_encoder.sh corpora DEV WORK
# scripts/formula_encoder.sh train COLLECTION WORK OUT [cpu|cuda]
#
# Makes an encoder of formulas like models/formula-encoder. `corpora` makes the corpora in the
# folder WORK, which takes about an hour on two cores; it excludes everything that equals a cluster
# of DEV, E-Gen's dev.txt. `train` trains the teacher in four runs and then the encoder that ships
# in two, 1,935 s in all on one H200, counts the rarity of the features of the formulas in
# COLLECTION (the folder arqmath/collection), and writes the model folder OUT. TEACHER may name the
# folder of a finished teacher. All seeds are fixed. The programs come from build/release; NOETHER
# and NOETHER_TRAIN may name others.
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

  # For the encoder that ships: members of ordinary length, and short ones.
  "$noether" corpus generate --limit 16000 --per-cluster 60 --seed 11 --format shards -o long0
  "$noether" corpus vary long0 --share 50 --members 45 --seed 11 -o long0v
  "$noether" corpus split long0v --without "$dev" --shares 94,2,4 --seed 11 --format shards -o long
  "$noether" corpus distractors long/validation --seed 12 -o long/validation-distractors
  local short=(--per-cluster 60 --max-tokens 12 --shared-domain --seed 21 --format shards)
  "$noether" corpus generate --limit 24000 "${short[@]}" -o short0
  "$noether" corpus generate --templates "$here/templates/wide" --limit 8000 "${short[@]}" -o short1
  "$noether" corpus merge short0 short1 --format shards -o short2
  "$noether" corpus vary short2 --share 50 --members 60 --max-tokens 14 --seed 21 -o short2v
  "$noether" corpus split short2v --without "$dev" --shares 96,2,2 --seed 21 --format shards -o short
}

# teach NUMBER SECONDS EDIT: one run of the teacher from the weights of the previous one. EDIT changes
# models/configs/teacher.
teach() {
  local from=()
  if [[ $1 -gt 1 ]]; then from=(--from "teacher$(($1 - 1))/model"); fi
  sed -E "$3" "$here/models/configs/teacher" > "teacher-config$1"
  "$train" encoder "teacher-config$1" --corpus train --held-out dev/train --held-out own0s/test \
    --validation validation --validation-distractors validation-distractors "${from[@]}" \
    -o "teacher$1" --seconds "$2" --device "$device"
}

# learn NUMBER EDIT ARGUMENT...: the same for the encoder that ships.
learn() {
  sed -E "$2" "$here/models/configs/shipped" > "config$1"
  "$train" encoder "config$1" --corpus long/train --held-out dev/train --held-out long/test \
    --validation long/validation --validation-distractors long/validation-distractors \
    --teacher "$teacher" -o "run$1" --seconds 240 --device "$device" "${@:3}"
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
    if [[ -n ${TEACHER:-} ]]; then TEACHER=$(realpath "$TEACHER"); fi
    device=${5:-cuda}
    cd "$3"
    teacher=${TEACHER:-teacher4/model}
    if [[ -z ${TEACHER:-} ]]; then
      teach 1 280 's/learning_rate=3e-4/learning_rate=5e-4/; s/opened=0.05/opened=0.1/; s/fresh=0.7/fresh=0.5/; s/seed=4/seed=1/'
      teach 2 250 's/learning_rate=3e-4/learning_rate=5e-4/; s/opened=0.05/opened=0.1/; s/fresh=0.7/fresh=0.5/; s/seed=4/seed=2/'
      teach 3 285 's/learning_rate=3e-4/learning_rate=5e-4/; s/fresh=0.7/fresh=0.8/; s/seed=4/seed=3/'
      teach 4 640 ''
    fi
    learn 1 '' --corpus short/train
    learn 2 's/learning_rate=1e-3/learning_rate=8e-4/; s/seed=4/seed=5/' --from run1/model
    "$noether" model quantize run2/model -o "$out"
    "$noether" index "$collection" -o collection.idx
    "$noether" model shape collection.idx -o "$out"
    ;;
  *)
    usage
    ;;
esac
