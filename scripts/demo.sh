#!/usr/bin/env bash
# scripts/demo.sh NOETHER
#
# Demonstrates the main tasks with the program itself: it indexes a collection of texts with
# formulas, then searches it by words, by formula and by both. It also shows the basis of search:
# reading formulas, and deciding whether two of them are equal.
set -euo pipefail

noether=$1
folder=build/demo
index=$folder/sample.idx
rm -rf "$folder"
mkdir -p "$folder"

# Shows a command as a user would type it, then its output.
run() {
  local argument
  printf '\n$ noether'
  for argument in "$@"; do
    if [[ $argument =~ ^[A-Za-z0-9_./:=-]+$ ]]; then
      printf ' %s' "$argument"
    else
      printf " '%s'" "$argument"
    fi
  done
  printf '\n'
  "$noether" "$@"
}

# The same for a command that reads its formula from standard input.
read_formula() {
  printf "\n\$ noether %s <<< '%s'\n" "${*:2}" "$1"
  "$noether" "${@:2}" <<<"$1"
}

expect_code() {
  if [[ $2 -ne $1 ]]; then
    echo "demo: expected exit code $1, got $2" >&2
    exit 1
  fi
}

echo "== 300 short texts in LaTeX, Markdown and JSON Lines become an index"
if [[ -f models/text-encoder/model.safetensors ]]; then
  run index sample -o "$index" --dense
  echo
  echo "== Search in words that the text does not have: no word of this query is in it"
  run search "$index" 'picking a committee' --top 1
else
  run index sample -o "$index"
fi

echo
echo "== Search by words"
run search "$index" 'why does the harmonic series diverge' --top 1

echo
echo "== By a formula, in other letters than the texts have"
run search "$index" '$\frac{-k\pm\sqrt{k^2-4hm}}{2h}$' --top 3

echo
echo "== By words and a formula together"
run search "$index" 'area under the bell curve $\int e^{-x^2} dx$' --top 2

echo
echo "== With a wildcard: ?a is any expression, the same each time"
run search "$index" '$\sin^2 ?a + \cos^2 ?a = 1$' --top 2

echo
echo "== By a phrase, among answers with a tag"
run search "$index" '"geometric series" type:answer tag:analysis' --top 1

echo
echo "== Every formula that equals this one, however it is written"
run search "$index" --equal '\cos 2t'

echo
echo "== An answer to a question, with its sources; and one that algebra computes"
run answer "$index" 'why is the harmonic series divergent'
run answer "$index" 'If $2^8=4^x$, what is the value of $x$?'

echo
echo "== A query that cannot be read, and one that finds nothing"
run search "$index" 'limit of $\frac{1}{n' || expect_code 1 $?
run search "$index" 'integral tag:calculsu' || expect_code 1 $?

echo
echo "== What search stands on: what a formula means, and whether two are equal"
read_formula 'x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}' parse --to opt
run equiv '\sin(x+\pi)' '-\sin x'
run equiv '\frac{x^2-1}{x-1}' 'x+1'
run simplify '(x+1)^2-(x-1)^2'
run rewrite '\tanh(3x+4)-6' -n 3

echo
echo "== A small corpus of equal expressions, every member verified"
run corpus generate --limit 20 --format jsonl -o "$folder/corpus"

echo
echo "== A picture of a formula's tree"
"$noether" parse --to svg <<<'\sum_{k=1}^{n} k^2 = \frac{n(n+1)(2n+1)}{6}' >"$folder/sum.svg"
echo "$folder/sum.svg"

echo
echo "== All of this in a browser: start the server and open http://127.0.0.1:8080"
printf '\n$ %s serve %s\n' "$noether" "$index"
