#!/usr/bin/env bash
# scripts/test_many_machines.sh mpi|slurm NOETHER
#
# Tests that several processes make the same bytes of a small corpus as a single process, under
# mpirun, or under a Slurm of one node that the test starts and stops. The exit code is 77 if the
# packages are missing (scripts/setup.sh test installs them).
set -euo pipefail

kind=$1
export NOETHER
NOETHER=$(realpath "$2")
scripts=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
daemons=()

clean_up() {
  local daemon
  for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
  for daemon in "${daemons[@]}"; do wait "$daemon" 2>/dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT

need() {
  local program
  for program in "$@"; do
    if ! command -v "$program" >/dev/null; then
      echo "skipped: $program is missing; scripts/setup.sh test installs it"
      exit 77
    fi
  done
}

# Four blocks, so that each of three parts has at least one.
options=(--limit 50 --per-cluster 5 --max-tokens 13 --nodes 300 --seed 11 --format jsonl)

compare() {
  local single=$work/single
  "$NOETHER" corpus generate "${options[@]}" --threads 2 -o "$single" >/dev/null
  if ! diff -r "$single" "$1"; then
    echo "FAILED: $kind made another corpus than a single run" >&2
    exit 1
  fi
  echo "$kind: the same bytes as a single run, $(wc -l <"$1/clusters.jsonl") clusters"
}

test_mpi() {
  need mpirun
  # Start the requested number of processes, even on a machine with fewer cores.
  MPIRUN_OPTIONS="--oversubscribe" "$scripts/corpus_mpi.sh" 3 "$work/corpus" "${options[@]}" \
    --threads 1
  compare "$work/corpus"
}

free_port() {
  local port
  while true; do
    port=$((20000 + RANDOM))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
}

start_slurm() {
  local name user
  name=$(hostname -s)
  user=$(id -un)
  mkdir "$work/state" "$work/spool"
  chmod 755 "$work"
  (umask 077 && head -c 1024 /dev/urandom >"$work/munge.key")
  cat >"$work/slurm.conf" <<EOC
ClusterName=test
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
ReturnToService=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOC
  # Slurm does not use control groups here, but slurmd would look for those of version 2, which a
  # container may deny; with version 1 it needs none.
  echo "CgroupPlugin=cgroup/v1" >"$work/cgroup.conf"
  export SLURM_CONF=$work/slurm.conf
  # The daemons run in the foreground as jobs of this script, so they end with it.
  munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed" \
    >"$work/munge.out" 2>&1 &
  daemons+=($!)
  wait_for "munge" test -S "$work/munge.socket"
  slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.log" 2>&1 &
  daemons+=($!)
  slurmd -D -f "$SLURM_CONF" >"$work/slurmd.log" 2>&1 &
  daemons+=($!)
  wait_for "Slurm's node" node_is_idle
}

node_is_idle() { [[ $(sinfo --noheader --format=%t 2>/dev/null) == idle ]]; }

wait_for() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 300; ++tries)); do
    if "$@"; then return; fi
    sleep 0.2
  done
  echo "FAILED: $what did not start" >&2
  tail -n 20 "$work"/*.log "$work"/*.out >&2
  exit 1
}

test_slurm() {
  need munged slurmctld slurmd sbatch sinfo
  start_slurm
  local job
  job=$(sbatch --parsable --array=1-3 --output="$work/make-%a.out" "$scripts/corpus.slurm" make \
    "$work/corpus" 3 "${options[@]}")
  if ! sbatch --parsable --wait --dependency="afterok:$job" --kill-on-invalid-dep=yes \
    --output="$work/merge.out" "$scripts/corpus.slurm" merge "$work/corpus" 3; then
    echo "FAILED: the jobs did not end well" >&2
    tail -n 20 "$work"/make-*.out "$work/merge.out" "$work"/*.log >&2
    exit 1
  fi
  cat "$work/merge.out"
  compare "$work/corpus"
}

case $kind in
  mpi) test_mpi ;;
  slurm) test_slurm ;;
  *)
    echo "usage: scripts/test_many_machines.sh mpi|slurm NOETHER" >&2
    exit 2
    ;;
esac
