#!/usr/bin/env bash
# Every number of docs/measurements.md about search, measured again, with the peers in the same run.
#
#   NOETHER_DATA=DIR      where the ARQMath data is; ../shared/data unless set
#   XAPIAN_DOCUMENTS=N    how far Xapian is measured; it takes minutes to index 600,000
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
