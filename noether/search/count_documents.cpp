// How many documents have most of a query.
#include <algorithm>
#include <utility>

#include "noether/search/document_ranking.h"

namespace noether::search {
namespace {

constexpr std::uint64_t kMostTextsCounted = 500;
constexpr std::uint32_t kCountedBetweenAsks = 8192;

}  // namespace

base::Result<std::vector<std::vector<std::uint32_t>>> DocumentRanking::by_parts(
    const QueryParts& parts) const {
  const index::IndexReader& index = query_->index();
  const std::vector<FormulaList>& formulas = query_->formulas();
  const std::uint32_t of = parts.words() + parts.formulas();
  std::vector<std::vector<std::uint32_t>> by_parts(of + std::size_t{1});
  std::uint32_t most = 0;
  const auto add = [&](std::uint32_t document) {
    const std::uint32_t own = parts.in(document);
    if (own < most && !query_->has_phrases()) return;
    if (!query_->allows(document)) return;
    most = std::max(most, own);
    by_parts[own].push_back(document);
  };
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    if (parts.in(document) > 0) add(document);
  }
  if (most > 0) return by_parts;
  // Nothing has any part: what is left was found for a formula like one of the query, for a word
  // that nearly every text has, or for a filter alone.
  const QueryTerms& terms = query_->terms();
  auto wanted =
      query_->allowed_by(filters_suffice(query_->query()) ? terms.filter : filter_of_wanted(terms));
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  const bool counts_words = has_words(query_->query()) || formulas.empty();
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    const bool has_formula = std::ranges::any_of(formulas, [&](const FormulaList& list) {
      return query_->query().clauses[list.clause].occurrence != Occurrence::Excluded &&
             !list.holders_in(document).empty();
    });
    if (has_formula || (counts_words && query_->is_in(*wanted, document))) add(document);
  }
  return by_parts;
}

base::Result<DocumentCount> DocumentRanking::count(const DocumentTable* threads) {
  const auto parts =
      QueryParts::find(query_->index(), query_->query(), query_->formulas(), query_->is_over());
  if (!parts) return std::unexpected(parts.error());
  auto documents = by_parts(*parts);
  if (!documents) return std::unexpected(std::move(documents.error()));
  DocumentCount count{.words = parts->words(),
                      .formulas = parts->formulas(),
                      .is_of_long_query = parts->are_too_many()};
  std::vector<bool> is_seen(threads == nullptr ? 0 : query_->index().documents());
  std::uint64_t read = 0;
  for (std::size_t most = documents->size(); most-- > 0 && count.documents == 0;) {
    count.parts = static_cast<std::uint32_t>(most);
    for (const std::uint32_t document : (*documents)[most]) {
      if (query_->has_phrases() && ++read > kMostTextsCounted) {
        count.at_least = true;
        return count;
      }
      const auto is_accepted = query_->phrases_allow(document);
      if (!is_accepted) return std::unexpected(is_accepted.error());
      if (!*is_accepted) continue;
      if (threads != nullptr) {
        const std::uint32_t thread = threads->thread(document);
        if (is_seen[thread]) continue;
        is_seen[thread] = true;
      }
      ++count.documents;
    }
  }
  return count;
}

}  // namespace noether::search
