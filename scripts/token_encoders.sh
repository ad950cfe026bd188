#!/usr/bin/env bash
# scripts/token_encoders.sh corpora EGEN WORK
# scripts/token_encoders.sh train egen|own WORK [cpu|cuda]
# scripts/token_encoders.sh score egen|own WORK
#
# Makes the models of experiments/e-gen.experiment that read tokens alone, at the size of E-Gen's
# paper: an encoder with the mean of its tokens, a seq2seq model that begins with its weights, and
# an encoder with their maximum that begins with those too. `corpora` divides E-Gen's training file
# in the folder EGEN, without everything that equals a cluster of its development set, into
# WORK/egen/{train,validation,test}, and makes tasks of the last two. `train` makes WORK/egen-mean,
# WORK/egen-seq2seq and WORK/egen-max, or the same of Noether's own corpus WORK/short, which
# scripts/formula_encoder.sh makes. `score` rounds the models to int8 and scores them on the tasks
# of WORK/egen/test. MEAN, SEQ2SEQ and MAX are the seconds of training; a model that is there is not
# trained again, so several sittings can share the work. Models of E-Gen's clusters must not ship:
# their licence is for non-commercial use.
set -euo pipefail
usage() {
  sed -n '2,4s/^# /usage: /p' "$0" >&2
  exit 2
}
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=${NOETHER:-$here/build/release/noether}
train=${NOETHER_TRAIN:-$here/build/release/noether-train}

# learn KIND CONFIG NAME SECONDS ARGUMENT...
learn() {
  if [[ -d $3/model ]]; then
    echo "$3 is there"
    return
  fi
  "$train" "$1" "$2" --corpus "$corpus/train" --held-out dev/train --held-out egen/test \
    --validation "$corpus/validation" -o "$3" --seconds "$4" --device "$device" "${@:5}"
}

case ${1:-} in
  corpora)
    [[ $# -eq 3 ]] || usage
    egen=$(realpath "$2")
    mkdir -p "$3"
    cd "$3"
    "$noether" corpus split "$egen/train.txt.gz" --without "$egen/dev.txt" --shares 94,3,3 --seed 7 \
      --format shards -o egen
    "$noether" corpus split "$egen/dev.txt" --shares 100,0,0 --seed 1 --format shards -o dev
    for part in validation test; do
      "$noether" corpus tasks "egen/$part" --seed 7 -o "tasks-$part"
    done
    ;;
  train)
    [[ $# -eq 3 || $# -eq 4 ]] || usage
    name=$2 device=${4:-cuda}
    [[ $name == egen || $name == own ]] || usage
    cd "$3"
    corpus=$([[ $name == egen ]] && echo egen || echo short)
    configs=$here/models/configs
    learn encoder "$configs/encoder-families" "$name-mean" "${MEAN:-990}"
    learn seq2seq "$configs/seq2seq-families" "$name-seq2seq" "${SEQ2SEQ:-490}" \
      --from "$name-mean/checkpoint.pt"
    sed 's/pooling=mean/pooling=max/' "$configs/encoder-families" > max-config
    learn encoder max-config "$name-max" "${MAX:-300}" --from "$name-mean/model"
    ;;
  score)
    [[ $# -eq 3 ]] || usage
    cd "$3"
    for model in "$2-mean" "$2-seq2seq" "$2-max"; do
      [[ -d $model/model ]] || continue
      "$noether" model quantize "$model/model" -o "$model/int8"
      "$noether" embedding-tasks "$model/int8" --data tasks-test --threshold-data tasks-validation --threads 0
    done
    ;;
  *)
    usage
    ;;
esac
