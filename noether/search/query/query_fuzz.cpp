// Any bytes read as a query: no crash, no endless work, spans inside the text, and what was
// understood reads the same when it is written down again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/search/query/query_parser.h"

using namespace noether::search;

namespace {

bool is_inside(noether::base::Span inner, noether::base::Span outer) {
  return outer.begin <= inner.begin && inner.begin <= inner.end && inner.end <= outer.end;
}

bool same(const Clause& a, const Clause& b) {
  return a.kind == b.kind && a.occurrence == b.occurrence && a.text == b.text && a.stems == b.stems;
}

// Signs and braces inside a formula may read otherwise between other signs, and in one line a
// pasted text may read as typed.
bool may_differ(const Query& query) {
  if (query.clauses.size() > kMostTypedWords / 2) return true;
  for (const Clause& clause : query.clauses) {
    const bool is_formula = clause.kind == ClauseKind::formula;
    if (is_formula && clause.text.find_first_of("${}") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto query = parse_query(text);
  const noether::base::Span all{0, static_cast<std::uint32_t>(size)};
  if (!query) {
    if (query.error().message.empty() || !is_inside(query.error().span, all)) std::abort();
    return 0;
  }
  if (query->clauses.empty() || query->clauses.size() > kMaxQueryClauses) std::abort();
  for (const Clause& clause : query->clauses) {
    if (!is_inside(clause.span, all) || !is_inside(clause.inner, clause.span)) std::abort();
    if (clause.text.empty()) std::abort();
  }
  const std::string written = query_text(*query);
  const bool has_lines = text.find('\n') != std::string_view::npos;
  if (has_lines || may_differ(*query) || written.size() > kMaxQueryBytes) return 0;
  const auto again = parse_query(written);
  if (!again || again->clauses.size() != query->clauses.size()) std::abort();
  for (std::size_t i = 0; i < query->clauses.size(); ++i) {
    if (!same(query->clauses[i], again->clauses[i])) std::abort();
  }
  return 0;
}
