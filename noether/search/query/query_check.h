// For tests: invariants that hold for any text that is read as a query.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/search/query/query_parser.h"

namespace noether::search {

inline bool is_inside(base::Span inner, base::Span outer) {
  return outer.begin <= inner.begin && inner.begin <= inner.end && inner.end <= outer.end;
}

// Signs and braces inside a formula may be read differently between other signs, and so may a
// pasted text that is written in one line.
inline bool may_read_otherwise(const Query& query, std::string_view text) {
  if (text.find('\n') != std::string_view::npos) return true;
  if (query.clauses.size() > kMostTypedWords / 2) return true;
  for (const Clause& clause : query.clauses) {
    const bool is_formula = clause.kind == ClauseKind::Formula;
    if (is_formula && clause.text.find_first_of("${}") != std::string::npos) return true;
  }
  return false;
}

// The defect in reading the text: spans outside of the text, empty clauses, or clauses that differ
// when the query is written and read again. Empty if there is no defect.
inline std::string query_defect(std::string_view text) {
  const auto query = parse_query(text);
  const base::Span all{0, static_cast<std::uint32_t>(text.size())};
  if (!query) {
    if (query.error().message.empty()) return "an error without a message";
    return is_inside(query.error().span, all) ? "" : "an error outside of the text";
  }
  if (query->clauses.empty() || query->clauses.size() > kMaxQueryClauses)
    return "number of clauses";
  for (const Clause& clause : query->clauses) {
    if (!is_inside(clause.span, all) || !is_inside(clause.inner, clause.span)) return "a span";
    if (clause.text.empty()) return "an empty clause";
  }
  const std::string written = query_text(*query);
  if (may_read_otherwise(*query, text) || written.size() > kMaxQueryBytes) return "";
  const auto again = parse_query(written);
  if (!again) return "cannot be read again: " + written;
  if (again->clauses.size() != query->clauses.size()) return "has other clauses: " + written;
  for (std::size_t i = 0; i < query->clauses.size(); ++i) {
    const Clause& a = query->clauses[i];
    const Clause& b = again->clauses[i];
    if (a.kind != b.kind || a.occurrence != b.occurrence || a.text != b.text ||
        a.stems != b.stems || (a.group == 0) != (b.group == 0)) {
      return "'" + a.text + "' is read differently in: " + written;
    }
  }
  return "";
}

}  // namespace noether::search
