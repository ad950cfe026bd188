#!/usr/bin/env bash
# scripts/setup.sh GROUP...
#
# Installs the missing Debian packages of the named groups; returns quickly if none is missing. This
# is the only list of the packages that the project needs.
set -euo pipefail

declare -A groups=(
  [build]="g++ cmake ninja-build ccache pkg-config libcli11-dev libexpat1-dev libfmt-dev
           libsimdjson-dev libhnswlib-dev
           libutf8proc-dev libxxhash-dev libzstd-dev zlib1g-dev libgmp-dev libflint-dev
           libflint-arb-dev libgumbo-dev libmd4c-dev libstemmer-dev libopenblas-dev
           libyaml-cpp-dev libtomlplusplus-dev libarchive-dev libpoppler-cpp-dev libcurl4-openssl-dev
           libboost-dev nlohmann-json3-dev libgtest-dev libgmock-dev libbenchmark-dev"
  [test]="clang-19 lld-19 libclang-rt-19-dev openmpi-bin slurm-wlm munge"
  [train]="libtorch-dev libopenblas-dev"
  [lint]="clang-tidy-19 clang-format-19"
  [web]="nodejs npm ca-certificates"
  [browser]="chromium"
  [bench]="latexml nodejs npm ca-certificates python3-sympy libxapian-dev"
)

wanted=()
for group in "$@"; do
  if [[ -z ${groups[$group]:-} ]]; then
    echo "setup: unknown group '$group'; the groups are: ${!groups[*]}" >&2
    exit 2
  fi
  read -r -d '' -a packages <<<"${groups[$group]}" || true
  wanted+=("${packages[@]}")
done
if [[ ${#wanted[@]} -eq 0 ]]; then
  echo "usage: scripts/setup.sh GROUP..., with groups: ${!groups[*]}" >&2
  exit 2
fi

if ! command -v dpkg-query >/dev/null; then
  echo "setup: nothing is checked, because this is not a Debian machine; the project needs the equivalents of:" >&2
  echo "  ${wanted[*]}" >&2
  exit 0
fi

declare -A installed=()
while read -r status package; do
  if [[ $status == ii ]]; then installed[$package]=1; fi
done < <(dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" \
  2>/dev/null || true)

missing=()
for package in "${wanted[@]}"; do
  # Node is often installed from elsewhere, where its package also brings npm.
  case $package in
    nodejs) command -v node >/dev/null && continue ;;
    npm) command -v npm >/dev/null && continue ;;
  esac
  if [[ -z ${installed[$package]:-} ]]; then missing+=("$package"); fi
done
if [[ ${#missing[@]} -eq 0 ]]; then exit 0; fi

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: these packages are missing, and installing them needs root or sudo:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo "${as_root[@]}")
fi
echo "== Installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
