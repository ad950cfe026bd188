#!/usr/bin/env bash
# scripts/fuzz.sh FUZZER CORPUS SEEDS DICTIONARY
#
# Runs one libFuzzer program for FUZZ_SECONDS (30 unless set) or FUZZ_RUNS inputs (no limit unless
# set), whichever ends first. What it finds worth keeping stays in the folder CORPUS for the next
# run; an input that breaks the program is kept in CORPUS.failures. SEEDS and DICTIONARY need not
# exist. The generator starts with FUZZ_SEED, 1 unless set, and the program is loaded at the same
# addresses each time, which the fuzzer also compares: so a short run fails because of a change,
# and not by chance or because a machine is faster. `make fuzz` draws another seed each time.
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
