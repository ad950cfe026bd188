#!/usr/bin/env bash
# bench/answer_page.sh INDEX TOPICS [BUILD] [QUESTIONS]
#
# Measures how soon the first words of an answer appear on the page. INDEX must have passages
# (noether index COLLECTION -o INDEX --dense); TOPICS is a file of Task 1 of ARQMath, whose titles
# are asked, by Enter in an open page and by links. The server runs on one core, the
# browser on any. The limit is a median of 500 ms from Enter. QUESTIONS is the number of titles, by default
# 41; the first one meets a cold server. A busy machine slows everything down, so the script prints
# the load. BUILD is a build folder of the preset `release`, by default build/release.
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
index=$(realpath "$1")
topics=$(realpath "$2")
cd "$(dirname "$0")/.."
build=${3:-build/release}
questions=${4:-41}

for program in node taskset python3; do
  if ! command -v "$program" >/dev/null; then
    echo "answer_page: skipped, there is no $program" >&2
    exit 0
  fi
done
log=$(mktemp)
last=$(($(nproc) - 1))
taskset -c "$last" "$build/noether" serve "$index" --port 0 >"$log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -f "$log"' EXIT
url=
for _ in $(seq 600); do
  url=$(grep -o 'http://127\.0\.0\.1:[0-9]*' "$log" | head -1 || true)
  [[ -n $url ]] && break
  kill -0 "$server" 2>/dev/null || { cat "$log" >&2; exit 2; }
  sleep 0.1
done

# Titles are XML with HTML inside; formulas are converted to typed text.
titles() {
  python3 - "$topics" "$questions" <<'PYTHON'
import html, re, sys, xml.etree.ElementTree as tree
shown = 0
for topic in tree.parse(sys.argv[1]).getroot():
    title = topic.findtext("Title") or ""
    title = re.sub(r'<span class="math-container"[^>]*>(.*?)</span>', r"\1", title, flags=re.S)
    title = html.unescape(re.sub(r"<[^>]*>", "", title)).strip()
    # The page answers only questions.
    if not title.endswith("?"):
        title += "?"
    print(" ".join(title.split()))
    shown += 1
    if shown == int(sys.argv[2]):
        break
PYTHON
}

echo "# $(date -u +%F), $(uname -m), $(nproc) cores, server on one of them, $(uptime | sed 's/.*load/load/')"
status=0
titles | env NOETHER_URL="$url" node web/e2e/answer_latency.mjs || status=$?
if [[ $status -eq 77 ]]; then exit 0; fi
exit "$status"
