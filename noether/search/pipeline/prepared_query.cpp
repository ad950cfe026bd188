#include "noether/search/pipeline/prepared_query.h"

#include <algorithm>
#include <utility>

#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

// Documents that pass a filter may contain only formulas from far down the list.
constexpr std::uint32_t kDepthFactorOfFilters = 4;

}  // namespace

bool has_words(const Query& query) {
  return std::ranges::any_of(query.clauses, [](const Clause& clause) {
    return clause.occurrence != Occurrence::Excluded &&
           (clause.kind == ClauseKind::Word || clause.kind == ClauseKind::Phrase);
  });
}

bool filters_suffice(const Query& query) {
  return std::ranges::all_of(query.clauses, [&](const Clause& clause) {
    if (is_filter(clause.kind) || clause.occurrence == Occurrence::Excluded) return true;
    return clause.group != 0 && std::ranges::any_of(query.clauses, [&](const Clause& other) {
             return other.group == clause.group && is_filter(other.kind);
           });
  });
}

base::Result<std::unique_ptr<PreparedQuery>> PreparedQuery::make(
    const SearchedIndex& in, FormulaSearcher& formulas, const Query& query,
    const SearchWeights& weights, double equal_seconds, const IsOver& is_over) {
  std::unique_ptr<PreparedQuery> made(new PreparedQuery(in, query, weights));
  auto lists = formula_lists(query);
  if (!lists) return std::unexpected(std::move(lists.error()));
  made->formulas_ = std::move(*lists);
  made->equal_seconds_ = equal_seconds;
  auto where = documents_where(*in.index, query);
  if (!where) return std::unexpected(std::move(where.error()));
  made->where_ = *std::move(where);
  made->terms_ = terms_of(query, made->formulas_, weights, made->where_);
  made->terms_.filter.is_over = is_over;
  if (auto done = made->leave_out_missing_spaces(); !done) return std::unexpected(done.error());
  const Filter& filter = made->terms_.filter;
  const bool is_filtered =
      filter.asks_for_terms() || filter.within != nullptr || made->has_phrases();
  made->formula_depth_ = weights.formula_depth * (is_filtered ? kDepthFactorOfFilters : 1);
  std::optional<FormulaMode> mode = made->mode_of_sources();
  if (made->restricts_formulas()) mode = weights.formula_mode;
  if (mode) {
    auto done = made->look_for(*mode, formulas, made->formulas_);
    if (!done) return std::unexpected(std::move(done.error()));
    made->mode_ = mode;
  }
  auto allowed = made->allowed_by(filter);
  if (!allowed) return std::unexpected(std::move(allowed.error()));
  made->allowed_ = std::move(*allowed);
  return made;
}

// A word may occur in one of several spaces: only those that the index has are searched.
base::Result<void> PreparedQuery::leave_out_missing_spaces() {
  if (!index().lacks_spaces()) return {};
  const auto is_missing = [&](const TermOfSpace& term) { return !index().has_space(term.space); };
  Filter& filter = terms_.filter;
  std::erase_if(filter.must_not, is_missing);
  for (Alternatives& group : filter.any_of) {
    if (group.terms.empty()) continue;
    const std::uint32_t space = group.terms.front().space;
    std::erase_if(group.terms, is_missing);
    if (!group.terms.empty() || !group.documents.empty()) continue;
    return index().expect_space(space);
  }
  return {};
}

// If several sources search formulas, the results of the first one are counted and marked.
std::optional<FormulaMode> PreparedQuery::mode_of_sources() {
  std::optional<FormulaMode> first;
  for (const SourceChoice& choice : weights_->sources) {
    if (choice.weight <= 0 || choice.kind->formula_mode == nullptr) continue;
    ranks_formulas_ = !formulas_.empty();
    if (!first) first = choice.kind->formula_mode(*weights_);
  }
  return first;
}

base::Result<void> PreparedQuery::look_for(FormulaMode mode, FormulaSearcher& searcher,
                                           std::vector<FormulaList>& lists) const {
  return search_formulas(index(), searcher, *query_, *weights_, mode, formula_depth_, lists,
                         equal_seconds_, is_over());
}

std::vector<FormulaList> PreparedQuery::unsearched_formulas() const {
  std::vector<FormulaList> lists;
  for (const FormulaList& list : formulas_) {
    lists.push_back({.clause = list.clause, .query = list.query, .hits = {}, .holders = {}});
  }
  return lists;
}

base::Result<std::vector<FormulaList>> PreparedQuery::formulas_by(FormulaMode mode,
                                                                  FormulaSearcher& searcher) const {
  if (mode == mode_) return formulas_;
  std::vector<FormulaList> lists = unsearched_formulas();
  auto done = look_for(mode, searcher, lists);
  if (!done) return std::unexpected(std::move(done.error()));
  return lists;
}

base::Result<std::vector<AllowedUnits>> PreparedQuery::allowed_by(const Filter& filter) const {
  std::vector<AllowedUnits> all;
  for (const index::OpenSegment& segment : index().segments()) {
    auto allowed = AllowedUnits::make(segment, index::Unit::Document, filter);
    if (!allowed) return std::unexpected(std::move(allowed.error()));
    all.push_back(std::move(*allowed));
  }
  return all;
}

bool PreparedQuery::is_in(std::span<const AllowedUnits> allowed, std::uint32_t document) const {
  const auto segments = index().segments();
  const auto behind =
      std::ranges::upper_bound(segments, document, {}, &index::OpenSegment::first_document);
  const auto at = static_cast<std::size_t>(behind - segments.begin()) - 1;
  return allowed[at].has(document - segments[at].first_document);
}

bool PreparedQuery::restricts_formulas() const {
  return std::ranges::any_of(formulas_, [&](const FormulaList& list) {
    return query_->clauses[list.clause].occurrence != Occurrence::Wanted;
  });
}

bool PreparedQuery::formulas_allow(std::uint32_t document) const {
  return std::ranges::all_of(formulas_, [&](const FormulaList& list) {
    const Occurrence occurrence = query_->clauses[list.clause].occurrence;
    if (occurrence == Occurrence::Wanted) return true;
    return list.holders_in(document).empty() == (occurrence == Occurrence::Excluded);
  });
}

base::Result<bool> PreparedQuery::phrases_allow(std::uint32_t document) {
  if (!positions_.has_phrases()) return true;
  const auto [it, is_new] = phrases_known_.try_emplace(document, false);
  if (is_new) {
    if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    const auto stored = index().document(document);
    if (!stored) return std::unexpected(stored.error());
    std::vector<std::uint32_t> met;  // groups of alternatives
    for (const auto& [clause, documents] : where_) {
      if (documents->has(document)) met.push_back(query_->clauses[clause].group);
    }
    it->second = positions_.accepts(*stored, met);
  }
  return it->second;
}

base::Result<std::shared_ptr<const DocumentSet>> documents_left(const SearchedIndex& in,
                                                                FormulaSearcher& formulas,
                                                                const Query& query) {
  SearchWeights weights;
  weights.sources.clear();
  const auto prepared = PreparedQuery::make(in, formulas, query, weights);
  if (!prepared) return std::unexpected(prepared.error());
  PreparedQuery& ready = **prepared;
  const Filter& filter = ready.terms().filter;
  if (!filter.asks_for_terms() && filter.must_not.empty() && filter.within == nullptr &&
      !ready.has_phrases() && !ready.restricts_formulas()) {
    return nullptr;
  }
  auto left = std::make_shared<DocumentSet>(in.index->documents());
  for (std::uint32_t document = 0; document < in.index->documents(); ++document) {
    if (!ready.allows(document)) continue;
    const auto has_phrases = ready.phrases_allow(document);
    if (!has_phrases) return std::unexpected(has_phrases.error());
    if (*has_phrases) left->add(document);
  }
  return left;
}

}  // namespace noether::search
