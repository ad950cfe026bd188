#!/usr/bin/env bash
# scripts/fuzz.sh FUZZER CORPUS SEEDS DICTIONARY
#
# Runs one libFuzzer program for FUZZ_SECONDS (default 30) or FUZZ_RUNS inputs (default unlimited),
# whichever ends first. Interesting inputs stay in the folder CORPUS for the next run; an input that
# breaks the program is stored in CORPUS.failures. SEEDS and DICTIONARY may be missing. The
# generator starts with FUZZ_SEED (default 1), and the program is always loaded at the same
# addresses, because the fuzzer also compares these. Therefore a short run fails because of a
# change, and not by chance or on a faster machine. `make fuzz` draws another seed each time.
set -euo pipefail

fuzzer=$1 corpus=$2 seeds=$3 dictionary=$4
failures=$corpus.failures/
mkdir -p "$corpus" "$failures"

arguments=(-max_total_time="${FUZZ_SECONDS:-30}" -runs="${FUZZ_RUNS:--1}" -timeout=60
  -artifact_prefix="$failures" -seed="${FUZZ_SEED:-1}" -print_final_stats=1)
if [[ -f $dictionary ]]; then arguments+=(-dict="$dictionary"); fi
folders=("$corpus")
if [[ -d $seeds ]]; then folders+=("$seeds"); fi

fixed_addresses=()
if setarch --addr-no-randomize true 2> /dev/null; then
  fixed_addresses=(setarch --addr-no-randomize)
fi
exec "${fixed_addresses[@]}" "$fuzzer" "${arguments[@]}" "${folders[@]}"
