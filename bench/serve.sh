#!/usr/bin/env bash
# bench/serve.sh BUILD INDEX [SECONDS]
#
# Measures noether serve under load on this machine: alone, with additional idle and slow
# connections, while its index changes, and with malformed requests. BUILD is a build folder of the
# preset `release`, or of `asan` for the last part. Needs the topics of ARQMath, in $NOETHER_DATA or
# ../shared/data.
set -euo pipefail

if [[ $# -lt 2 ]]; then
  echo "usage: bench/serve.sh BUILD INDEX [SECONDS]" >&2
  exit 2
fi
build=$1
index=$2
seconds=${3:-30}
here=$(cd "$(dirname "$0")/.." && pwd)
topics=${NOETHER_DATA:-$here/../shared/data}/arqmath/topics
files=("$topics"/Topics_Task1_20{20,21,22}.xml)

measure() {
  echo "== $*"
  "$build/bench/serve_load" "$1" "$build/noether" "$index" "${@:2}"
}

# First as fast as two clients are answered, then a steady stream in which each request is timed
# from when it was due.
measure load --topics "${files[@]}" --seconds "$seconds" --connections 2
measure load --topics "${files[@]}" --seconds "$seconds" --connections 16 --rate 300
measure load --topics "${files[@]}" --seconds "$seconds" --connections 16 --rate 300 --idle 500 --slow 50
measure reload --topics "${files[@]}" --seconds "$seconds" --connections 16 --rate 200
measure malformed --requests 100000
