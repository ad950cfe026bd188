#!/usr/bin/env bash
# Compares `noether eval --trec` line by line with the output of trec_eval for the published runs.
#
#   compare_with_trec_eval.sh NOETHER ARQMATH
set -euo pipefail
noether=$1
data=$2

different=0
compare() {
  local run=$1 judgements=$2 expected=$3
  shift 3
  if "$noether" eval "$data/qrels/$judgements" "$data/runs/$run/run.trec.gz" --trec -q \
    --threshold 2 "$@" 2>/dev/null | cmp - "$data/runs/$run/$expected"; then
    echo "$run: $(wc -l <"$data/runs/$run/$expected") lines as in $expected"
  else
    different=1
  fi
}

for folder in "$data"/runs/*/; do
  run=$(basename "$folder")
  case $run in
    *task1*) judgements=qrel_task1_2020.tsv ;;
    *) judgements=qrel_task2_2020_visual_id.tsv ;;
  esac
  compare "$run" "$judgements" EXPECTED.txt --prime -m ndcg,map,p@10
  compare "$run" "$judgements" EXPECTED_unjudged_kept.txt -m official,ndcg
done
exit $different
