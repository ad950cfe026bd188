#!/usr/bin/env bash
# Measures every number of docs/measurements.md again, with the peers in the same run.
#
#   NOETHER_DATA=DIR   folder of the ARQMath data; by default ../shared/data
set -euo pipefail
cd "$(dirname "$0")/.."

data=${NOETHER_DATA:-../shared/data}
bin=build/release
work=build/bench
topics=$data/arqmath/topics
collection=$data/arqmath/collection
mkdir -p "$work"

if [[ ! -d $data/arqmath ]]; then
  echo "bench: no data at $data (set NOETHER_DATA); nothing is measured" >&2
  exit 1
fi

fidelity=$bin/bench/formula_fidelity
speed=$bin/bench/formula_speed

echo "machine: $(uname -m), $(nproc) cores, $(grep -m1 -E 'model name|CPU part' /proc/cpuinfo | sed 's/.*: //')"
echo "date: $(date -u +%F)"
echo "noether: $("$bin/noether" --version), commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"

echo
echo "== Read without an error node"
for file in "$topics/formulas_latex.tsv" "$collection/latex_representation_v3/1.tsv" \
  "$data/formulas/im2latex_val.txt"; do
  printf '%s: ' "${file#"$data"/}"
  "$fidelity" read "$file"
done

echo
echo "== Layout trees against the official Presentation MathML"
printf 'topics: '
"$fidelity" layout "$topics/formulas_latex.tsv" "$topics/formulas_slt.tsv"
printf 'collection: '
"$fidelity" layout "$collection/latex_representation_v3/1.tsv" "$collection/slt_representation_v3/1.tsv.gz"

echo
echo "== Operator trees against the official Content MathML"
"$fidelity" operators "$topics/formulas_latex.tsv" "$topics/formulas_opt.tsv"

echo
echo "== Visual ids against ARQMath's"
"$fidelity" visual-ids "$collection/latex_representation_v3/1.tsv" "$collection/slt_representation_v3/1.tsv.gz"

echo
echo "== Topic formulas per second of one core"
"$speed" "$topics/formulas_latex.tsv" | tee "$work/noether.line"
# The program itself, reading and printing included.
formula_column() { tail -n +2 "$1" | cut -f6 | tr -d '\r' | sed 's/^"//; s/"$//; s/""/"/g'; }
formula_column "$topics/formulas_latex.tsv" >"$work/topics.txt"
for _ in $(seq 100); do cat "$work/topics.txt"; done >"$work/topics100.txt"
printf 'program: '
"$bin/noether" parse --to opt --stats "$work/topics100.txt" 2>&1 >/dev/null | tail -n 1 || true

echo
echo "== Growth of e-graphs, beside egg's published figures"
"$bin/bench/egraph_growth" "$data/egraph"

rate_of() { sed -n 's/.*rate-median=\([0-9]*\).*/\1/p' "$1"; }

if command -v npm >/dev/null; then
  mkdir -p "$work/peers"
  cp bench/peers/package.json bench/peers/katex.mjs "$work/peers/"
  (cd "$work/peers" && npm install --silent --no-audit --no-fund >/dev/null)
  node "$work/peers/katex.mjs" "$work/topics.txt" 2 | tee "$work/katex.line"
  echo "ratio noether/katex: $(awk "BEGIN { printf \"%.1f\", $(rate_of "$work/noether.line") / $(rate_of "$work/katex.line") }")"
fi

if command -v latexmlc >/dev/null; then
  # LaTeXML reads documents, so a sample of the topics becomes one.
  sample=200
  {
    printf '\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\n'
    awk -v n=$sample 'NR % 14 == 1 && count < n && !/[$%#]/ { ++count; print "$" $0 "$\n" }' "$work/topics.txt"
    printf '\\end{document}\n'
  } >"$work/latexml.tex"
  used=$({ TIMEFORMAT='%U'; time latexmlc --pmml --cmml --dest="$work/latexml.html" \
    --format=html5 --nodefaultresources --log="$work/latexml.log" "$work/latexml.tex" >/dev/null 2>&1; } 2>&1 | tail -n 1)
  formulas=$(grep -c '^\$' "$work/latexml.tex")
  awk -v n="$formulas" -v s="$used" -v ours="$(rate_of "$work/noether.line")" 'BEGIN {
    printf "latexml formulas=%d rate-median=%.0f/s (one document, start included)\n", n, n / s
    printf "ratio noether/latexml: %.0f\n", ours / (n / s) }'
fi

echo
echo "== Known identities: Rubi's integrals and Fungrim's formulas that use only known operators"
"$bin/bench/identities_bench" rubi "$data/identities/rubi_integrals.tsv" --times "$work/rubi.tsv"
"$bin/bench/identities_bench" fungrim "$data/identities/fungrim.jsonl"
# Debian's SymPy needs Debian's Python, which may not be the first one on the path.
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import sympy' 2>/dev/null; then
    # One integral in twelve: SymPy takes minutes for that many.
    "$python" bench/peers/sympy_rubi.py "$work/rubi.tsv" --every 12 2>/dev/null
    break
  fi
done

echo
echo "== Saturation, exact counts and samples: E-Gen's initial expressions"
"$bin/bench/algebra_speed" "$data/egen/initial-expressions.txt"

echo
echo "== Semantic fingerprints"
NOETHER_DATA=$data "$bin/noether_algebra_bench" --benchmark_filter='[Ff]ingerprint' 2>/dev/null

echo
echo "== The default corpus, beside E-Gen's release (its logs: 439 h for 4,900 initial expressions, 323 s mean, 1,242 timed out;"
echo "   its paper: 1.5 s each; 102 members a cluster, 67 % with the most common root)"
rm -rf "$work/corpus"
"$bin/noether" corpus generate --format shards -o "$work/corpus" 2>/dev/null
"$bin/noether" corpus stats "$work/corpus" "$data/egen/train.txt.gz" "$data/egen/dev.txt" | sed -n '1,/^$/p'

echo "== Members of E-Gen's release that are false"
for file in train.txt.gz dev.txt; do
  # Exit code 1 means that some members are false.
  "$bin/noether" corpus verify "$data/egen/$file" --show 0 || true
done

if [[ -x $bin/bench/encoder_speed ]]; then
  echo
  echo "== Embedding on one core, beside LibTorch"
  "$bin/bench/encoder_speed"
fi

if command -v npm >/dev/null; then
  echo
  echo "== Texts on one core, beside ONNX Runtime"
  bench/text_encoders.sh "$bin"
fi

echo
echo "== The page in a browser"
bench/page.sh "$bin"
