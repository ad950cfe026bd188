#!/usr/bin/env bash
# scripts/lint.sh all|changed
#
# clang-format over all sources, and clang-tidy over all of them or over those that changed: since
# the commit that LINT_BASE names, or since this branch left origin/main, or (on main itself, and
# where there is no origin) by the last commit; what is not committed counts too. Without a history
# nothing is known to have changed. A header counts as the files of its name (matcher.h: matcher.cpp,
# matcher_test.cpp). LINT_LIMIT is the most files that `changed` gives to clang-tidy, which takes
# some ten seconds for one.
set -euo pipefail
cd "$(dirname "$0")/.."

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
    echo "lint: there is no earlier commit to compare with, so clang-tidy is left out" >&2
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

if [[ $mode == all ]]; then
  mapfile -t tidied < <(printf '%s\n' "${sources[@]}" | grep '\.cpp$')
else
  mapfile -t tidied < <(changed_files)
fi
# Fuzz targets, and what needs a library that is not installed, are not in this build.
mapfile -t tidied < <(for file in "${tidied[@]}"; do
  if grep -qF "/$file\"" build/dev/compile_commands.json; then echo "$file"; fi
done)
found=${#tidied[@]}
if [[ $mode == changed && $found -gt ${LINT_LIMIT:-$found} ]]; then
  tidied=("${tidied[@]:0:$LINT_LIMIT}")
fi
if [[ ${#tidied[@]} -gt 0 ]]; then
  printf '%s\n' "${tidied[@]}" |
    xargs -P "${JOBS:-$(nproc)}" -n 4 clang-tidy-19 --quiet -p build/dev
fi
echo "lint: ${#sources[@]} files are formatted, ${#tidied[@]} of $found passed clang-tidy"
