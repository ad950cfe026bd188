#!/usr/bin/env bash
# scripts/context_encoders.sh DATA OUT [cpu|cuda]
#
# Rebuilds the runs of experiments/mathamr. The shipped text encoder is tuned on the judged formulas
# of one year in their sentences, as Mansouri, Oard and Zanibbi (CIKM 2022) tuned theirs, and scored
# on the other year, for each representation of a sentence; then the runs of formula search are
# re-ranked and joined with these runs. DATA is the folder with arqmath/, OUT the folder for the
# runs. The programs come from build/release; NOETHER_TRAIN may name another noether-train,
# NOETHER_AMR_PARSER another parser. A fifth of the topics of the training year is held out to
# choose the step. GPUs round sums differently on each machine, so the runs are similar but not
# identical.
set -euo pipefail
if [[ $# -lt 2 ]]; then
  echo "usage: scripts/context_encoders.sh DATA OUT [cpu|cuda]" >&2
  exit 2
fi
here=$(cd -P "$(dirname "$0")/.." && pwd)
noether=$here/build/release/noether
train=${NOETHER_TRAIN:-$here/build/release/noether-train}
arqmath=$1/arqmath out=$2 device=${3:-cuda}
start=$here/models/text-encoder
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

judgements() { echo "$arqmath/qrels/in-collection/qrel_task2_$1_visual_id.tsv"; }

# The runs of formula search, and the formulas among the first 200 of any of them.
"$noether" index "$arqmath/collection" -o "$work/index"
for year in 2020 2021; do
  for profile in lexical tangent-s approach0; do
    "$noether" run "$work/index" "$arqmath/topics/Topics_Task2_$year.xml" --task 2 --ids visual \
      --profile "$profile" -o "$work/$profile-$year.run"
  done
done
# The run of Tangent-S of 2020, reduced to the formulas of the collection.
cut -f 7 "$arqmath"/collection/latex_representation_v3/*.tsv | sort -u > "$work/visual-ids"
zcat "$arqmath/runs/2020_task2_TangentS_visualid/run.trec.gz" |
  awk -v OFS='\t' 'NR == FNR { known[$1]; next } $3 in known { $4 = ++n[$1]; print }' "$work/visual-ids" - \
    > "$work/lab-tangent-s-2020.run"
for year in 2020 2021; do
  awk -v OFS='\t' '$4 <= 200 && !seen[$1, $3]++ { print $1, "Q0", $3, ++n[$1], -n[$1], "any" }' \
    "$work"/*-"$year".run > "$work/any-$year"
done

# lists NAME YEAR REPRESENTATION [OPTION]: all lists, and those with grades in two parts.
lists() {
  "$noether" lists "$arqmath/collection" --task 2 --topics "$arqmath/topics/Topics_Task2_$2.xml" \
    --judgements "$(judgements "$2")" --run "$work/any-$2" --top 1000 --representation "${@:3}" \
    -o "$work/all-$1-$2.jsonl"
  python3 - "$work" "$1-$2" << 'SPLIT'
import hashlib, json, sys
folder, name = sys.argv[1:]
parts = {"train": [], "held-out": []}
for line in open(f"{folder}/all-{name}.jsonl", encoding="utf-8"):
    topic = json.loads(line)
    topic["texts"] = [text for text in topic["texts"] if "grade" in text]
    chance = int(hashlib.sha1(topic["id"].encode()).hexdigest(), 16)
    parts["held-out" if chance % 5 == 0 else "train"].append(json.dumps(topic) + "\n")
for part, lines in parts.items():
    open(f"{folder}/{part}-{name}.jsonl", "w", encoding="utf-8").writelines(lines)
SPLIT
}

# As in the paper: 128 tokens, but 256 of words with operator trees.
tokens_of() { case $1 in text-opt*) echo 256 ;; *) echo 128 ;; esac; }

# tune STAGE START NAME YEAR
tune() {
  sed "s/_tokens=[0-9]*/_tokens=$(tokens_of "$3")/g" "$here/models/configs/context-$1" > "$work/config"
  "$train" tune "$work/config" --start "$2" --lists "$work/train-$3-$4.jsonl" \
    --validation "$work/held-out-$3-$4.jsonl" -o "$work/$1-$3-$4" --device "$device"
}

# score MODEL NAME YEAR RUN
score() {
  "$train" score "$1" --lists "$work/all-$2-$3.jsonl" --question-tokens "$(tokens_of "$2")" \
    --tokens "$(tokens_of "$2")" --tag "$4" -o "$work/$4-$3.run" --device "$device"
  # Keeps only judged formulas, because prime measures ignore all others.
  awk 'NR == FNR { judged[$1, $3]; next } ($1, $3) in judged' "$(judgements "$3")" "$work/$4-$3.run" |
    gzip -n -9 > "$out/$4-$3.run.gz"
}

for representation in amr-opt amr-latex text-opt text-latex opt; do
  for year in 2020 2021; do
    lists "$representation" "$year" "$representation"
    case $representation in
      amr-opt | text-latex) lists "$representation-first" "$year" "$representation" --queried-first ;;
    esac
  done
done
for name in amr-opt amr-latex text-opt text-latex opt amr-opt-first text-latex-first; do
  for year in 2020 2021; do
    other=$((4041 - year))
    tune contrastive "$start" "$name" "$year"
    tune negatives "$work/contrastive-$name-$year/model" "$name" "$year"
    score "$work/negatives-$name-$year/model" "$name" "$other" "$name"
    [[ $name == *-first ]] || score "$start" "$name" "$other" "$name-untuned"
  done
done

for year in 2020 2021; do
  for run in lexical tangent-s approach0 lab-tangent-s; do
    [[ -f $work/$run-$year.run ]] || continue
    for name in amr-opt text-latex-first; do
      "$here/scripts/join_context_runs.py" "$work/$run-$year.run" "$work/$name-$year.run" \
        "$(judgements "$year")" "$out/$run-by-$name-$year.run" "$out/$run-and-$name-$year.run"
      gzip -n -9 -f "$out/$run"-{by,and}-"$name-$year.run"
    done
  done
done
