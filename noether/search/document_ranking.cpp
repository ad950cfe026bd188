#include "noether/search/document_ranking.h"

#include <algorithm>

#include "noether/search/candidates/retrieval/retrieve.h"
#include "noether/search/semantic/semantic_lists.h"

namespace noether::search {
namespace {

// Documents that a filter leaves over may hold only formulas from far down the list.
constexpr std::uint32_t kDepthFactorOfFilters = 4;
constexpr std::uint64_t kMostTextsCounted = 500;
// More than the lists of one formula can give together.
constexpr double kPrecedence = 10;
constexpr std::uint32_t kCountedBetweenAsks = 8192;

bool has_words(const Query& query) {
  return std::ranges::any_of(query.clauses, [](const Clause& clause) {
    return clause.occurrence != Occurrence::Excluded &&
           (clause.kind == ClauseKind::Word || clause.kind == ClauseKind::Phrase);
  });
}

// Whether a filter may stand for everything that is wanted: "mean value" OR tag:calculus.
bool filters_suffice(const Query& query) {
  const auto is_filter = [](const Clause& clause) {
    return clause.kind == ClauseKind::Tag || clause.kind == ClauseKind::Type;
  };
  return std::ranges::all_of(query.clauses, [&](const Clause& clause) {
    if (is_filter(clause) || clause.occurrence == Occurrence::Excluded) return true;
    return clause.group != 0 && std::ranges::any_of(query.clauses, [&](const Clause& other) {
             return other.group == clause.group && is_filter(other);
           });
  });
}

}  // namespace

base::Result<DocumentRanking> DocumentRanking::make(const index::IndexReader& index,
                                                    FormulaSearcher& formulas, const Query& query,
                                                    const SearchWeights& weights,
                                                    const FormulaEncoder* encoder,
                                                    double equal_seconds, const IsOver& is_over) {
  DocumentRanking ranking(index, query, weights);
  auto lists = formula_lists(query);
  if (!lists) return std::unexpected(std::move(lists.error()));
  ranking.formulas_ = std::move(*lists);
  ranking.terms_ = terms_of(query, ranking.formulas_, weights);
  ranking.terms_.filter.is_over = is_over;
  const Filter& filter = ranking.terms_.filter;
  const bool is_filtered =
      filter.asks_for_terms() || filter.within != nullptr || ranking.positions_->has_phrases();
  const std::uint32_t depth = weights.formula_depth * (is_filtered ? kDepthFactorOfFilters : 1);
  if (weights.semantic > 0 && encoder != nullptr) {
    ranking.by_vectors_ = ranking.formulas_;
    auto done = search_by_vectors(index, *encoder, query, depth, ranking.by_vectors_);
    if (!done) return std::unexpected(std::move(done.error()));
  }
  if (weights.paths > 0) {
    ranking.by_paths_ = ranking.formulas_;
    auto done = search_formulas(index, formulas, query, weights, FormulaMode::Paths, depth,
                                ranking.by_paths_, equal_seconds, is_over);
    if (!done) return std::unexpected(std::move(done.error()));
  }
  if (weights.formulas > 0 || ranking.restricts_formulas()) {
    auto done = search_formulas(index, formulas, query, weights, weights.formula_mode, depth,
                                ranking.formulas_, equal_seconds, is_over);
    if (!done) return std::unexpected(std::move(done.error()));
  } else if (weights.paths > 0) {
    ranking.formulas_ = ranking.by_paths_;
  }
  auto allowed = ranking.allowed_by(filter);
  if (!allowed) return std::unexpected(std::move(allowed.error()));
  ranking.allowed_ = std::move(*allowed);
  return ranking;
}

base::Result<std::vector<AllowedUnits>> DocumentRanking::allowed_by(const Filter& filter) const {
  std::vector<AllowedUnits> all;
  for (const index::OpenSegment& segment : index_->segments()) {
    auto allowed = AllowedUnits::make(segment, index::Unit::Document, filter);
    if (!allowed) return std::unexpected(std::move(allowed.error()));
    all.push_back(std::move(*allowed));
  }
  return all;
}

bool DocumentRanking::is_in(std::span<const AllowedUnits> allowed, std::uint32_t document) const {
  const auto segments = index_->segments();
  const auto behind =
      std::ranges::upper_bound(segments, document, {}, &index::OpenSegment::first_document);
  const auto at = static_cast<std::size_t>(behind - segments.begin()) - 1;
  return allowed[at].has(document - segments[at].first_document);
}

bool DocumentRanking::restricts_formulas() const {
  return std::ranges::any_of(formulas_, [&](const FormulaList& list) {
    return query_->clauses[list.clause].occurrence != Occurrence::Wanted;
  });
}

bool DocumentRanking::formulas_allow(std::uint32_t document) const {
  return std::ranges::all_of(formulas_, [&](const FormulaList& list) {
    const Occurrence occurrence = query_->clauses[list.clause].occurrence;
    if (occurrence == Occurrence::Wanted) return true;
    return list.holders_in(document).empty() == (occurrence == Occurrence::Excluded);
  });
}

base::Result<bool> DocumentRanking::phrases_allow(std::uint32_t document) {
  if (!positions_->has_phrases()) return true;
  const auto [it, is_new] = phrases_known_.try_emplace(document, false);
  if (is_new) {
    if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    const auto stored = index_->document(document);
    if (!stored) return std::unexpected(stored.error());
    it->second = positions_->accepts(*stored);
  }
  return it->second;
}

base::Result<std::vector<ScoredUnit>> DocumentRanking::by_text(std::uint32_t depth) const {
  if (terms_.spaces.empty() && query_->ranks()) return std::vector<ScoredUnit>();
  Filter filter = terms_.filter;
  if (restricts_formulas()) {
    filter.accepts = [this](std::uint32_t document) -> base::Result<bool> {
      return formulas_allow(document);
    };
  }
  const auto hits = top_units(*index_, terms_.spaces, filter, depth);
  if (!hits) return std::unexpected(hits.error());
  std::vector<ScoredUnit> units;
  for (const Hit& hit : *hits) {
    // Found for a filter alone, which is not enough where something is wanted besides.
    if (hit.score <= 0 && !filters_suffice(*query_)) break;
    units.push_back({hit.unit, hit.score});
  }
  return units;
}

bool DocumentRanking::is_fused() const { return lists_.size() > 1; }

std::vector<ScoredUnit> DocumentRanking::fused(std::uint32_t top) const {
  const bool puts_first = is_one_formula();
  if (!is_fused()) {
    auto units = lists_.empty() ? std::vector<ScoredUnit>() : lists_.front().units;
    if (puts_first) put_same_first(units);
    return units;
  }
  std::vector<RankedList> ranked;
  for (const List& list : lists_) ranked.push_back({list.units, list.weight});
  // Where phrases may refuse some, or some come first, it is not known how many are needed.
  auto units =
      fuse(ranked, weights_->fusion, positions_->has_phrases() || puts_first ? SIZE_MAX : top);
  if (puts_first) put_same_first(units);
  return units;
}

bool DocumentRanking::is_one_formula() const {
  return query_->clauses.size() == 1 && formulas_.size() == 1 && weights_->formulas > 0 &&
         weights_->formula_mode == FormulaMode::Similar && !formulas_.front().hits.empty();
}

double DocumentRanking::precedence(std::uint32_t document) const {
  if (!is_one_formula()) return 0;
  const FormulaList& list = formulas_.front();
  const auto holders = list.holders_in(document);
  if (holders.empty()) return 0;
  switch (list.hits[holders.front().hit].sameness) {
    case Sameness::Drawing:
      return 3 * kPrecedence;
    case Sameness::Structure:
      return 2 * kPrecedence;
    case Sameness::Renaming:
      return kPrecedence;
    case Sameness::Meaning:
    case Sameness::None:
      break;
  }
  return 0;
}

void DocumentRanking::put_same_first(std::vector<ScoredUnit>& units) const {
  for (ScoredUnit& unit : units) unit.score += precedence(unit.unit);
  sort_by_score(units, units.size());
}

std::vector<ScoredUnit> DocumentRanking::documents_of(const std::vector<FormulaList>& lists) const {
  return documents_by_formulas(*query_, lists, [this](std::uint32_t document) {
    return is_in(allowed_, document) && formulas_allow(document);
  });
}

base::Result<std::vector<ScoredUnit>> DocumentRanking::best(std::uint32_t top) {
  lists_.clear();
  const bool has_formulas = !formulas_.empty() && (weights_->formulas > 0 || weights_->paths > 0);
  if (has_formulas && weights_->formulas > 0) {
    lists_.push_back({"formulas", weights_->formulas, documents_of(formulas_)});
  }
  if (has_formulas && weights_->paths > 0) {
    lists_.push_back({"paths", weights_->paths, documents_of(by_paths_)});
  }
  if (auto near = documents_of(by_vectors_); !near.empty()) {
    lists_.push_back({"semantic", weights_->semantic, std::move(near)});
  }
  // Tuples of the formulas alone are a list only where no better one is made of the formulas.
  const bool has_text = weights_->text > 0 && (has_words(*query_) || !has_formulas ||
                                               weights_->document_tuples.weight > 0);
  for (std::uint32_t depth = std::max(weights_->depth, top);;
       depth = depth > UINT32_MAX / 4 ? UINT32_MAX : depth * 4) {
    bool is_all = true;
    if (has_text) {
      auto text = by_text(depth);
      if (!text) return text;
      is_all = text->size() < depth;
      if (!lists_.empty() && lists_.back().name == "text") lists_.pop_back();
      lists_.push_back({"text", weights_->text, std::move(*text)});
    }
    std::vector<ScoredUnit> accepted;
    for (const ScoredUnit& unit : fused(top)) {
      if (accepted.size() == top) break;
      const auto is_accepted = phrases_allow(unit.unit);
      if (!is_accepted) return std::unexpected(is_accepted.error());
      if (*is_accepted) accepted.push_back(unit);
    }
    if (accepted.size() == top || is_all) return accepted;
  }
}

base::Result<std::vector<std::vector<std::uint32_t>>> DocumentRanking::by_parts(
    const QueryParts& parts) const {
  const std::uint32_t of = parts.words() + parts.formulas();
  std::vector<std::vector<std::uint32_t>> by_parts(of + std::size_t{1});
  std::uint32_t most = 0;
  const auto add = [&](std::uint32_t document) {
    const std::uint32_t own = parts.in(document);
    if (own < most && !positions_->has_phrases()) return;
    if (!is_in(allowed_, document) || !formulas_allow(document)) return;
    most = std::max(most, own);
    by_parts[own].push_back(document);
  };
  for (std::uint32_t document = 0; document < index_->documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    if (parts.in(document) > 0) add(document);
  }
  if (most > 0) return by_parts;
  // Nothing has any part: what is left was found for a formula like one of the query, for a word
  // that nearly every text has, or for a filter alone.
  auto wanted = allowed_by(filters_suffice(*query_) ? terms_.filter : filter_of_wanted(terms_));
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  const bool counts_words = has_words(*query_) || formulas_.empty();
  for (std::uint32_t document = 0; document < index_->documents(); ++document) {
    if (document % kCountedBetweenAsks == 0) {
      if (auto on = go_on(); !on) return std::unexpected(std::move(on.error()));
    }
    const bool has_formula = std::ranges::any_of(formulas_, [&](const FormulaList& list) {
      return query_->clauses[list.clause].occurrence != Occurrence::Excluded &&
             !list.holders_in(document).empty();
    });
    if (has_formula || (counts_words && is_in(*wanted, document))) add(document);
  }
  return by_parts;
}

base::Result<DocumentCount> DocumentRanking::count(const DocumentTable* threads) {
  const auto parts = QueryParts::find(*index_, *query_, formulas_, terms_.filter.is_over);
  if (!parts) return std::unexpected(parts.error());
  auto documents = by_parts(*parts);
  if (!documents) return std::unexpected(std::move(documents.error()));
  DocumentCount count{.words = parts->words(),
                      .formulas = parts->formulas(),
                      .is_of_long_query = parts->are_too_many()};
  std::vector<bool> is_seen(threads == nullptr ? 0 : index_->documents());
  std::uint64_t read = 0;
  for (std::size_t most = documents->size(); most-- > 0 && count.documents == 0;) {
    count.parts = static_cast<std::uint32_t>(most);
    for (const std::uint32_t document : (*documents)[most]) {
      if (positions_->has_phrases() && ++read > kMostTextsCounted) {
        count.at_least = true;
        return count;
      }
      const auto is_accepted = phrases_allow(document);
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
