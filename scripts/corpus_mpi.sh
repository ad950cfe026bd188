#!/usr/bin/env bash
# scripts/corpus_mpi.sh PROCESSES DIR [OPTION...]
#
# Makes a corpus with `mpirun`: every process makes its part of the clusters, then the parts are
# merged into DIR. The options are those of `noether corpus generate` except -o and --shard. DIR
# must be on a disk that all machines share; the parts are in DIR.parts, and may be removed
# afterwards. The same command resumes a stopped run.
#
#   NOETHER         the program; by default `noether`
#   MPIRUN_OPTIONS  for mpirun, as in "--hostfile hosts"
set -euo pipefail

noether=${NOETHER:-noether}

# Each process runs this branch: mpirun starts this file again, and sets the number of the process.
if [[ ${1:-} == --process ]]; then
  folder=$2
  shift 2
  rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${SLURM_PROCID:-}}}
  size=${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-${SLURM_NTASKS:-}}}
  if [[ -z $rank || -z $size ]]; then
    echo "corpus_mpi: mpirun does not set the number of the process" >&2
    exit 2
  fi
  part=$((rank + 1))
  exec "$noether" corpus generate "$@" --shard "$part/$size" -o "$folder.parts/$part-of-$size"
fi

if [[ $# -lt 2 || ! $1 =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: scripts/corpus_mpi.sh PROCESSES DIR [OPTION of noether corpus generate...]" >&2
  exit 2
fi
size=$1
folder=${2%/}
shift 2
if [[ $EUID -eq 0 ]]; then
  # Open MPI needs two settings to run as root, as in a container.
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
mkdir -p "$folder.parts"
read -r -a mpirun_options <<<"${MPIRUN_OPTIONS:-}"
mpirun -n "$size" "${mpirun_options[@]}" "$(realpath "$0")" --process "$folder" "$@"
parts=()
for ((part = 1; part <= size; ++part)); do parts+=("$folder.parts/$part-of-$size"); done
exec "$noether" corpus merge "${parts[@]}" -o "$folder"
