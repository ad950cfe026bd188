#!/usr/bin/env bash
# Measures every number of docs/measurements.md about search again, with the peers in the same run.
#
#   NOETHER_DATA=DIR      folder of the ARQMath data; by default ../shared/data
#   XAPIAN_DOCUMENTS=N    largest collection for Xapian, which takes minutes to index 600,000
set -euo pipefail
cd "$(dirname "$0")/.."

data=${NOETHER_DATA:-../shared/data}
bin=build/release
work=build/bench
mkdir -p "$work"

echo "machine: $(uname -m), $(nproc) cores, $(grep -m1 -E 'model name|CPU part' /proc/cpuinfo | sed 's/.*: //')"
echo "date: $(date -u +%F)"
echo "noether: $("$bin/noether" --version), commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"

echo
echo "== Growth: long queries on made-up collections"
"$bin/bench/search_growth" --work "$work/search-growth" --svg docs/search-growth.svg \
  --xapian-up-to "${XAPIAN_DOCUMENTS:-600000}" --sizes 10000,30000,100000,300000,600000,1400000

echo
echo "== Short queries on the same collections"
"$bin/bench/search_growth" --work "$work/search-growth" --words 3 --top 10 --sizes 100000,1400000 \
  --xapian-up-to 100000

if [[ ! -d $data/arqmath ]]; then
  echo "bench: no data at $data (set NOETHER_DATA); the rest is not measured" >&2
  exit 0
fi

echo
echo "== Indexing on one core"
"$bin/bench/indexing_speed" formulas "$data/arqmath/collection/latex_representation_v3/1.tsv" -o "$work/indexing"
"$bin/bench/indexing_speed" text "$data/arqmath/collection" -o "$work/indexing"
"$bin/bench/indexing_speed" text "$data/text/planetmath" -o "$work/indexing"

echo
echo "== Runs: our measures beside trec_eval's"
scripts/compare_with_trec_eval.sh "$bin/noether" "$data/arqmath"
"$bin/bench/eval_speed" "$data/arqmath"

echo
echo "== Formulas: the judged pool and the mini collection, by cross-validation over topics; time of a query"
"$bin/bench/formula_search" "$data/arqmath"

echo
echo "== Answers: the mini collection, all answers ranked"
rm -rf "$work/arqmath.idx"
"$bin/noether" index "$data/arqmath/collection" -o "$work/arqmath.idx"
"$bin/bench/answer_ranking" "$work/arqmath.idx" "$data/arqmath"

echo
echo "== Formulas with the words around them, each year by weights of the other"
"$bin/bench/formula_search" "$data/arqmath" --context "$work/arqmath.idx"

echo
echo "== Runs of noether run: nDCG' MAP' P'@10, and the time of a topic"
for year in 2020 2021; do
  for profile in default tf-idf-latex tf-idf-symbols tangent-s tf-idf-tangent-s; do
    run=$work/task1-$profile-$year.run
    "$bin/noether" run "$work/arqmath.idx" "$data/arqmath/topics/Topics_Task1_$year.xml" --task 1 \
      --profile "$profile" --top 4000 --threads 1 -o "$run" 2>&1 | tail -1
    "$bin/noether" eval "$data/arqmath/qrels/in-collection/qrel_task1_$year.tsv" "$run" \
      -m arqmath,ndcg --threshold 2 --with-relevant
  done
  run=$work/task2-default-$year.run
  "$bin/noether" run "$work/arqmath.idx" "$data/arqmath/topics/Topics_Task2_$year.xml" --task 2 \
    --ids visual --threads 1 -o "$run"
  "$bin/noether" eval "$data/arqmath/qrels/in-collection/qrel_task2_${year}_visual_id.tsv" "$run" \
    -m arqmath,ndcg --threshold 2 --with-relevant
done
echo "known, Task 2: Approach0 .919/.805, unjudged as 0 .649/.641; tuples .895/.882, .684/.717;"
echo "               best fusion .949/.884, .746/.742 (2020/2021)"
