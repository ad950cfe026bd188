#include "noether/search/query/query_parts.h"

#include <algorithm>
#include <string>

#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/retrieval/allowed_units.h"
#include "noether/search/query/query_terms.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

bool is_part(const Clause& clause) {
  return clause.occurrence != Occurrence::Excluded && clause.group == 0;
}

// Each stem once. Words that nearly every text has count where there are no others.
std::vector<std::string> stems_of(const Query& query) {
  std::vector<std::string> stems;
  std::vector<std::string> common;
  for (const Clause& clause : query.clauses) {
    if (clause.kind != ClauseKind::Word || !is_part(clause)) continue;
    std::vector<std::string>& to = text::is_stop_word(clause.text) ? common : stems;
    const std::string& stem = clause.stems.front();
    if (std::ranges::find(to, stem) == to.end()) to.push_back(stem);
  }
  const bool has_others = !stems.empty() || query.has(ClauseKind::Formula, Occurrence::Wanted) ||
                          query.has(ClauseKind::Formula, Occurrence::Required);
  return has_others ? stems : common;
}

}  // namespace

base::Result<QueryParts> QueryParts::find(const index::IndexReader& index, const Query& query,
                                          std::span<const FormulaList> formulas,
                                          const IsOver& is_over) {
  QueryParts parts;
  const std::vector<std::string> stems = stems_of(query);
  const auto counts = [&](const FormulaList& list) {
    return list.is_searched && is_part(query.clauses[list.clause]);
  };
  const auto searched = static_cast<std::size_t>(std::ranges::count_if(formulas, counts));
  parts.are_too_many_ = stems.size() + searched > kMost;
  if (parts.are_too_many_) return parts;
  parts.counts_.resize(index.documents());
  for (const std::string& stem : stems) {
    auto added = parts.add_word(index, stem, is_over);
    if (!added) return std::unexpected(std::move(added.error()));
  }
  for (const FormulaList& list : formulas) {
    if (!counts(list)) continue;
    // All that is found for a required formula, for one with wildcards or for an operator has it.
    const bool is_operator = !query.text.empty() && !bare_operator(list.query->formula()).empty();
    parts.add_formula(list, query.clauses[list.clause].occurrence == Occurrence::Required ||
                                list.query->has_wildcards() || is_operator);
  }
  return parts;
}

base::Result<void> QueryParts::add_word(const index::IndexReader& index, const std::string& stem,
                                        const IsOver& is_over) {
  ++words_;
  Filter filter;
  filter.any_of = {{.terms = places_of_word(stem)}};
  filter.is_over = is_over;
  for (const index::OpenSegment& segment : index.segments()) {
    auto units = AllowedUnits::make(segment, index::Unit::Document, filter);
    if (!units) return std::unexpected(std::move(units.error()));
    units->for_each_listed([&](std::uint32_t unit) { ++counts_[segment.first_document + unit]; });
  }
  return {};
}

void QueryParts::add_formula(const FormulaList& list, bool is_strict) {
  ++formulas_;
  std::uint32_t last = UINT32_MAX;
  for (const FormulaList::Holder& holder : list.holders) {
    // The best hit in a document comes first, and the same formula is a better hit than any other.
    if (holder.document == last) continue;
    last = holder.document;
    if (is_strict || list.hits[holder.hit].sameness != Sameness::None) ++counts_[last];
  }
}

}  // namespace noether::search
