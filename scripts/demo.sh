#!/usr/bin/env bash
# scripts/demo.sh NOETHER
#
# The main job, shown with the program itself: formulas as people write them become trees of what
# is drawn and of what is meant, other notations, and pictures.
set -euo pipefail

noether=$1
pictures=build/demo

formulas=(
  'x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}'
  '\sum_{k=1}^{n} k^2 = \frac{n(n+1)(2n+1)}{6}'
  '\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}'
  '\sin^2\theta + \cos^2\theta = 1'
)

# Shows a command as its user would type it, then what it prints.
show() {
  local input=$1
  shift
  printf '\n$ noether %s <<< '\''%s'\''\n' "$*" "$input"
  "$noether" "$@" <<<"$input"
}

echo "== What a formula means: its operator tree"
for formula in "${formulas[@]}"; do show "$formula" parse --to opt; done

echo
echo "== What is drawn: its layout tree"
show "${formulas[0]}" parse --to slt

echo
echo "== The same formula in other notations"
for notation in mathml content-mathml latex prefix sexpr tangent-opt json; do
  show "${formulas[3]}" parse --to "$notation"
done

echo
echo "== What cannot be read is said, with its place, and ends with exit code 1"
exit_code=0
show 'a + \frac{1}{' parse --to opt || exit_code=$?
if [[ $exit_code -ne 1 ]]; then
  echo "demo: expected exit code 1, got $exit_code" >&2
  exit 1
fi

# The same for commands that take expressions as arguments.
run() {
  printf '\n$ noether'
  printf " '%s'" "$@"
  printf '\n'
  "$noether" "$@"
}

echo
echo "== Whether two expressions are equal, with the evidence"
run equiv '\sin(x+\pi)' '-\sin x'
run equiv '\sqrt{x^2}' 'x'
run equiv '\frac{x^2-1}{x-1}' 'x+1'
run simplify '(x+1)^2-(x-1)^2'
run diff '\ln(\sin x)' x
run rewrite '\tanh(3x+4)-6' -n 5

echo
echo "== A small corpus of equal expressions, every member verified"
rm -rf "$pictures/corpus"
mkdir -p "$pictures"
run corpus generate --limit 40 --format jsonl -o "$pictures/corpus"
run corpus show "$pictures/corpus" -n 2

echo
echo "== Pictures of the trees"
mkdir -p "$pictures"
for i in "${!formulas[@]}"; do
  picture=$pictures/$((i + 1)).svg
  "$noether" parse --to svg <<<"${formulas[$i]}" >"$picture"
  printf '%s  %s\n' "$picture" "${formulas[$i]}"
done
