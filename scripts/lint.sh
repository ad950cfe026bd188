#!/usr/bin/env bash
# scripts/lint.sh all|changed
#
# Runs clang-format on all sources, then clang-tidy. With `all` clang-tidy checks the units of the
# preset lint, each of which combines about twenty files of a module, so that it reads their headers
# only once. With `changed` it checks single files, as the preset dev compiles them: those that
# differ from the commit LINT_BASE, or by default from where this branch left origin/main, or (on
# main itself, or without origin) from the last commit but one; uncommitted files count too. Without
# history no file counts as changed. A header stands for the files of its name (matcher.h:
# matcher.cpp, matcher_test.cpp). `changed` checks at most LINT_LIMIT files, each of which takes
# about twenty seconds, and leaves the static analyzer to `all`.
set -euo pipefail
cd -P "$(dirname "$0")/.."

mode=${1:-}
if [[ $mode != all && $mode != changed ]]; then
  echo "usage: scripts/lint.sh all|changed" >&2
  exit 2
fi

mapfile -t sources < <(find noether bench -name node_modules -prune -o \
  \( -name '*.h' -o -name '*.cpp' \) -print | sort)
clang-format-19 --dry-run -Werror "${sources[@]}"

# Prints a commit, or nothing.
base_commit() {
  local base=${LINT_BASE:-} head
  head=$(git rev-parse --verify --quiet HEAD) || return 0
  if [[ -z $base ]]; then base=$(git merge-base HEAD origin/main 2>/dev/null || true); fi
  if [[ -z $base || $(git rev-parse "$base") == "$head" ]]; then base=HEAD~1; fi
  git rev-parse --verify --quiet "$base^{commit}" || true
}

changed_files() {
  local base name
  base=$(base_commit)
  if [[ -z $base ]]; then
    echo "lint: clang-tidy is skipped, because there is no earlier commit to compare with" >&2
    return
  fi
  {
    git diff --name-only --diff-filter=d "$base" -- noether bench
    git ls-files --others --exclude-standard -- noether bench
  } | while read -r name; do
    case $name in
      *.cpp) echo "$name" ;;
      *.h) for file in "${name%.h}".cpp "${name%.h}"_test.cpp; do
        if [[ -f $file ]]; then echo "$file"; fi
      done ;;
    esac
  done | sort -u
}

# The files that a build compiles, except generated files and noether/train with its benchmark:
# clang cannot compile LibTorch's headers with the library of GCC 12. Fuzz targets, and files that
# need a missing library, are not compiled.
compiled_files() {
  sed -n "s|^ *\"file\": \"$PWD/\(.*\)\".*|\1|p" "$1/compile_commands.json" |
    grep -vE "^$1/generated/|/(noether[_-]train(_test)?|encoder_speed)\.dir/" |
    grep -vE '^noether/train/|^bench/encoder_speed' | sort -u
}

# tidy BUILD FILE prints the findings of clang-tidy; it prints the count of warnings in system
# headers only if there is a finding. std::stable_sort of GCC's library uses a deprecated part of
# the library, which only clang reports.
tidy() {
  local output result=0
  output=$(clang-tidy-19 --quiet --extra-arg=-Wno-deprecated-declarations --checks="$left_out" \
    -p "$1" "$2" 2>&1) || result=1
  if [[ $result != 0 ]]; then printf '%s\n' "$output"; fi
  echo "lint: ${2#"$1/CMakeFiles/"}, $SECONDS s" >&2
  return $result
}
export -f tidy
export left_out

if [[ $mode == all ]]; then
  build=build/lint
  left_out=-bugprone-suspicious-include  # a unit includes *.cpp on purpose
  mapfile -t tidied < <(compiled_files "$build")
else
  build=build/dev
  left_out='-clang-analyzer-*'  # it takes minutes for one large test
  mapfile -t tidied < <(comm -12 <(changed_files) <(compiled_files "$build"))
fi
if [[ ! -f $build/compile_commands.json ]]; then
  echo "lint: run cmake --preset ${build#build/} first" >&2
  exit 2
fi
found=${#tidied[@]}
if [[ $mode == changed && $found -gt ${LINT_LIMIT:-$found} ]]; then
  tidied=("${tidied[@]:0:$LINT_LIMIT}")
fi
if [[ ${#tidied[@]} -gt 0 ]] && ! printf '%s\n' "${tidied[@]}" |
  xargs -P "${JOBS:-$(nproc)}" -I '{}' bash -c "tidy $build '{}'"; then
  echo "lint: clang-tidy has findings, which are printed above" >&2
  exit 1
fi
unit=$(if [[ $mode == all ]]; then echo units; else echo "changed files"; fi)
echo "lint: ${#sources[@]} files are formatted, ${#tidied[@]} of $found $unit passed clang-tidy"
