#include "noether/search/pipeline/formula_lists.h"

#include <algorithm>

#include "noether/search/fusion/fusion.h"

namespace noether::search {
namespace {

// Chooses which of the wanted formulas are large enough to be searched.
void choose(const Query& query, std::size_t most, std::vector<FormulaList>& lists) {
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    lists[i].is_searched = query.clauses[lists[i].clause].occurrence != Occurrence::Wanted;
    if (!lists[i].is_searched) wanted.push_back(i);
  }
  std::ranges::sort(wanted, [&](std::size_t a, std::size_t b) {
    const std::size_t size_a = lists[a].query->paths().leaves.size();
    const std::size_t size_b = lists[b].query->paths().leaves.size();
    return size_a != size_b ? size_a > size_b : a < b;
  });
  wanted.resize(std::min(wanted.size(), most));
  for (const std::size_t i : wanted) lists[i].is_searched = true;
}

base::Result<std::shared_ptr<const FormulaQuery>> read_formula(const Clause& clause) {
  // The text may have changed since the formula was read.
  if (clause.formula && clause.formula->latex() == clause.text) return clause.formula;
  auto read = FormulaQuery::read(clause.text);
  if (read) return std::make_shared<const FormulaQuery>(std::move(*read));
  base::Error error = std::move(read.error());
  // For plain math, the text that was read differs from the text that was typed.
  if (clause.is_found || error.span.begin >= error.span.end) {
    error.span = clause.inner;
  } else {
    error.span.begin = std::min(error.span.begin + clause.inner.begin, clause.inner.end);
    error.span.end = std::min(error.span.end + clause.inner.begin, clause.inner.end);
  }
  return std::unexpected(std::move(error));
}

// Formulas that are hardly similar to the query would only cost time.
constexpr double kLeastCloseness = 0.25;
// The number of candidates that are compared tree by tree, for all formulas of a query together,
// and the least number for each formula.
constexpr std::uint32_t kComparedTogether = 320;
constexpr std::uint32_t kComparedEach = 48;
constexpr std::uint32_t kComparedMost = 160;
// The number of these that are compared in slower ways: a query of one formula can afford more.
constexpr std::uint32_t kClosely = 80;
constexpr std::uint32_t kEditedEach = 24;
constexpr std::uint32_t kRedrawnEach = 12;

struct ComparedTrees {
  std::uint32_t all;
  std::uint32_t edited;
  std::uint32_t redrawn;
};

ComparedTrees compared_trees(std::uint32_t searched) {
  const std::uint32_t formulas = std::max(searched, 1U);
  return {.all = std::clamp(kComparedTogether / formulas, kComparedEach, kComparedMost),
          .edited = std::max(kClosely / formulas, kEditedEach),
          .redrawn = std::max(kClosely / formulas, kRedrawnEach)};
}

}  // namespace

std::span<const FormulaList::Holder> FormulaList::holders_in(std::uint32_t document) const {
  const auto range = std::ranges::equal_range(holders, document, {}, &Holder::document);
  return {range.begin(), range.end()};
}

// Formulas that are the same come first, with scores above all others.
double FormulaList::closeness(std::uint32_t hit) const {
  constexpr double kMostOfOthers = 0.9;
  switch (hits[hit].sameness) {
    case Sameness::Drawing:
      return 1;
    case Sameness::Structure:
      return 0.99;
    case Sameness::Renaming:
      return 0.97;
    case Sameness::Meaning:
      return 0.95;
    case Sameness::None:
      break;
  }
  return best_of_others > 0 ? kMostOfOthers * std::clamp(hits[hit].score / best_of_others, 0.0, 1.0)
                            : kMostOfOthers;
}

base::Result<void> read_formulas(Query& query) {
  for (Clause& clause : query.clauses) {
    if (clause.kind != ClauseKind::Formula) continue;
    auto read = read_formula(clause);
    if (!read) return std::unexpected(std::move(read.error()));
    clause.formula = std::move(*read);
  }
  return {};
}

base::Result<std::vector<FormulaList>> formula_lists(const Query& query) {
  std::vector<FormulaList> lists;
  for (std::uint32_t i = 0; i < query.clauses.size(); ++i) {
    if (query.clauses[i].kind != ClauseKind::Formula) continue;
    auto read = read_formula(query.clauses[i]);
    if (!read) return std::unexpected(std::move(read.error()));
    lists.push_back({.clause = i, .query = std::move(*read), .hits = {}, .holders = {}});
  }
  return lists;
}

base::Result<void> search_formulas(const index::IndexReader& index, FormulaSearcher& searcher,
                                   const Query& query, const SearchWeights& weights,
                                   FormulaMode mode, std::uint32_t depth,
                                   std::vector<FormulaList>& lists, double equal_seconds,
                                   const IsOver& is_over) {
  choose(query, weights.most_formulas, lists);
  const bool is_loose = mode == FormulaMode::Similar || mode == FormulaMode::Paths;
  const auto searched =
      static_cast<std::uint32_t>(std::ranges::count(lists, true, &FormulaList::is_searched));
  const ComparedTrees compared = compared_trees(searched);
  for (FormulaList& list : lists) {
    if (!list.is_searched) continue;
    const bool is_wanted = query.clauses[list.clause].occurrence == Occurrence::Wanted;
    auto hits =
        searcher.search(*list.query, {.mode = is_wanted || !is_loose ? mode : FormulaMode::Contains,
                                      .top = is_wanted ? depth : index.formulas(),
                                      .reranked = compared.all,
                                      .edited = compared.edited,
                                      .redrawn = compared.redrawn,
                                      .same_first = true,
                                      .equal_seconds = equal_seconds / std::max(searched, 1U),
                                      .bare_operators = !query.text.empty(),
                                      .all_of_operator = true,
                                      .is_over = is_over});
    if (!hits) return std::unexpected(std::move(hits.error()));
    list.hits = std::move(*hits);
    const auto other = std::ranges::find(list.hits, Sameness::None, &FormulaHit::sameness);
    if (other != list.hits.end()) list.best_of_others = other->score;
    while (is_wanted && !list.hits.empty() &&
           list.closeness(static_cast<std::uint32_t>(list.hits.size() - 1)) < kLeastCloseness) {
      list.hits.pop_back();
    }
    if (auto found = find_holders(index, list, is_over); !found) return found;
  }
  return {};
}

base::Result<void> find_holders(const index::IndexReader& index, FormulaList& list,
                                const IsOver& is_over) {
  for (std::uint32_t i = 0; i < list.hits.size(); ++i) {
    if (auto on = go_on(is_over); !on) return on;
    const auto places = index.places(list.hits[i].formula);
    if (!places) return std::unexpected(places.error());
    for (const index::Place& place : *places) {
      const FormulaList::Holder holder{place.document, i};
      if (list.holders.empty() || list.holders.back() != holder) list.holders.push_back(holder);
    }
  }
  std::ranges::sort(list.holders);
  const auto same = std::ranges::unique(list.holders);
  list.holders.erase(same.begin(), same.end());
  return {};
}

std::vector<ScoredUnit> documents_by_formulas(const Query& query,
                                              std::span<const FormulaList> lists,
                                              const std::function<bool(std::uint32_t)>& allowed) {
  std::size_t most = 0;
  for (const FormulaList& list : lists) most += list.holders.size();
  UnitTable table(most);
  std::vector<ScoredUnit> documents;
  for (const FormulaList& list : lists) {
    const Clause& clause = query.clauses[list.clause];
    if (clause.occurrence == Occurrence::Excluded) continue;
    std::uint32_t last = UINT32_MAX;
    for (const FormulaList::Holder& holder : list.holders) {
      if (holder.document == last) continue;
      last = holder.document;
      if (!allowed(last)) continue;
      const auto [at, is_new] = table.add(last);
      if (is_new) documents.push_back({last, 0});
      documents[at].score += clause.weight * list.closeness(holder.hit);
    }
  }
  sort_by_score(documents, documents.size());
  return documents;
}

}  // namespace noether::search
