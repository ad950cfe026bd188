#include "noether/search/retrieval/retrieve.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "noether/search/retrieval/methods.h"
#include "noether/search/retrieval/plan.h"

namespace noether::search {

base::Result<void> score_exhaustively(const SegmentTask& task, BestUnits& best) {
  std::vector<std::uint32_t> scores(task.units, 0);
  for (ScoredList& list : task.lists) {
    if (auto on = go_on(task.is_over); !on) return on;
    for (index::PostingCursor& cursor = list.cursor; cursor.unit() != index::PostingCursor::kEnd;
         cursor.next()) {
      scores[cursor.unit()] += list.score(cursor.weight(), list.lengths[cursor.unit()]);
    }
  }
  for (std::uint32_t unit = 0; unit < task.units; ++unit) {
    if ((scores[unit] > 0 || task.takes_scores_of_0) && task.allowed.has(unit)) {
      best.add(task.first_unit + unit, scores[unit]);
    }
  }
  return {};
}

namespace {

using index::IndexReader;
using index::OpenSegment;
using index::PostingCursor;
using index::Unit;

std::uint32_t units_of(const OpenSegment& segment, Unit unit) {
  return unit == Unit::Document ? segment.reader->documents() : segment.reader->formulas();
}

// A short query for a few units, with a word that is in less than half of the units: then most
// units need not be examined. Measured with random collections (bench/search): windows are faster
// from about 8 words on, for many units, and if all words are frequent.
Method method_for(const SegmentTask& task, std::uint32_t k) {
  if (task.lists.size() > 8 || k > 100 || task.lists.empty()) return Method::Windows;
  std::uint32_t shortest = UINT32_MAX;
  for (const ScoredList& list : task.lists) shortest = std::min(shortest, list.cursor.count());
  return shortest < task.units / 8 ? Method::DocumentAtATime : Method::Windows;
}

base::Result<void> score_segment(const SegmentTask& task, Method method, std::uint32_t k,
                                 BestUnits& best) {
  switch (method == Method::Automatic ? method_for(task, k) : method) {
    case Method::Exhaustive:
      return score_exhaustively(task, best);
    case Method::DocumentAtATime:
      return score_document_at_a_time(task, best);
    default:
      return score_windows(task, best);
  }
}

base::Result<BestUnits> score_segments(const IndexReader& index, const Plan& plan,
                                       const Filter& filter, std::uint32_t k, Method method,
                                       bool guess) {
  const bool takes_scores_of_0 = filter.asks_for_terms();
  std::uint64_t all = 0;
  for (const OpenSegment& segment : index.segments()) all += units_of(segment, plan.unit());
  BestUnits best(k, takes_scores_of_0 ? 0 : 1);
  for (std::size_t i = 0; i < index.segments().size(); ++i) {
    const OpenSegment& segment = index.segments()[i];
    const auto allowed = AllowedUnits::make(segment, plan.unit(), filter);
    if (!allowed) return std::unexpected(allowed.error());
    auto lists = plan.open(i);
    if (!lists) return std::unexpected(lists.error());
    const SegmentTask task{.lists = *lists,
                           .allowed = *allowed,
                           .units = units_of(segment, plan.unit()),
                           .first_unit = segment.first_unit(plan.unit()),
                           .all_units = guess ? all : 0,
                           .takes_scores_of_0 = takes_scores_of_0,
                           .is_over = filter.is_over};
    auto done = score_segment(task, method, k, best);
    if (done) done = plan.check(i, *lists);
    if (!done) return std::unexpected(std::move(done.error()));
  }
  return best;
}

base::Result<std::vector<BestUnits::Unit>> best_of_all(const IndexReader& index, const Plan& plan,
                                                       const Filter& filter, std::uint32_t k,
                                                       Method method) {
  auto best = score_segments(index, plan, filter, k, method, true);
  if (best && best->guessed_too_high()) {
    best = score_segments(index, plan, filter, k, method, false);
  }
  if (!best) return std::unexpected(best.error());
  return std::move(*best).sorted();
}

// Goes down the ranking until k units are accepted. If it is too short, a longer one is made.
base::Result<std::vector<BestUnits::Unit>> best_accepted(const IndexReader& index, const Plan& plan,
                                                         const Filter& filter, std::uint32_t k,
                                                         Method method) {
  std::unordered_map<std::uint32_t, bool> known;
  for (std::uint32_t depth = std::max(k, 64U);;
       depth = depth > UINT32_MAX / 4 ? UINT32_MAX : depth * 4) {
    auto units = best_of_all(index, plan, filter, depth, method);
    if (!units) return units;
    const bool is_all = units->size() < depth;
    std::vector<BestUnits::Unit> accepted;
    for (const BestUnits::Unit& unit : *units) {
      auto it = known.find(unit.unit);
      if (it == known.end()) {
        const auto is_accepted = filter.accepts(unit.unit);
        if (!is_accepted) return std::unexpected(is_accepted.error());
        it = known.emplace(unit.unit, *is_accepted).first;
      }
      if (it->second) accepted.push_back(unit);
      if (accepted.size() == k) return accepted;
    }
    if (is_all) return accepted;
  }
}

}  // namespace

base::Result<std::vector<Hit>> top_units(const SearchedIndex& in, std::span<const SpaceQuery> query,
                                         const Filter& filter, std::uint32_t k, Method method) {
  const auto plan = Plan::make(in, query, filter);
  if (!plan) return std::unexpected(plan.error());
  if (k == 0) return std::vector<Hit>();
  auto units = filter.accepts ? best_accepted(*in.index, *plan, filter, k, method)
                              : best_of_all(*in.index, *plan, filter, k, method);
  if (!units) return std::unexpected(units.error());
  std::vector<Hit> hits;
  hits.reserve(units->size());
  for (const BestUnits::Unit& unit : *units)
    hits.push_back({unit.unit, plan->score_of(unit.score)});
  return hits;
}

base::Result<std::vector<double>> score_units(const SearchedIndex& in,
                                              std::span<const SpaceQuery> query,
                                              std::span<const std::uint32_t> units) {
  const auto plan = Plan::make(in, query, {});
  if (!plan) return std::unexpected(plan.error());
  // Lists must be read in ascending order.
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return units[i]; });
  std::vector<std::uint32_t> sums(units.size(), 0);
  for (std::size_t i = 0; i < in.index->segments().size(); ++i) {
    const OpenSegment& segment = in.index->segments()[i];
    const std::uint32_t first = segment.first_unit(plan->unit());
    const std::uint32_t end = first + units_of(segment, plan->unit());
    auto lists = plan->open(i);
    if (!lists) return std::unexpected(lists.error());
    for (ScoredList& list : *lists) {
      for (const std::size_t at : order) {
        if (units[at] < first || units[at] >= end) continue;
        const std::uint32_t unit = units[at] - first;
        if (list.cursor.advance_to(unit) != unit) continue;
        sums[at] += list.score(list.cursor.weight(), list.lengths[unit]);
      }
    }
    if (auto done = plan->check(i, *lists); !done) return std::unexpected(done.error());
  }
  std::vector<double> scores;
  scores.reserve(sums.size());
  for (const std::uint32_t sum : sums) scores.push_back(plan->score_of(sum));
  return scores;
}

base::Result<std::vector<ScorePart>> explain(const SearchedIndex& in,
                                             std::span<const SpaceQuery> query,
                                             std::uint32_t unit) {
  const auto plan = Plan::make(in, query, {});
  if (!plan) return std::unexpected(plan.error());
  for (std::size_t i = 0; i < in.index->segments().size(); ++i) {
    const OpenSegment& segment = in.index->segments()[i];
    const std::uint32_t first = segment.first_unit(plan->unit());
    if (unit < first || unit - first >= units_of(segment, plan->unit())) continue;
    auto lists = plan->open(i);
    if (!lists) return std::unexpected(lists.error());
    std::vector<ScorePart> parts;
    for (ScoredList& list : *lists) {
      if (list.cursor.advance_to(unit - first) != unit - first) continue;
      const PlannedTerm& term = plan->terms()[list.term];
      const std::uint32_t weight = list.cursor.weight();
      parts.push_back({term.space, term.key, term.units, weight,
                       plan->score_of(list.score(weight, list.lengths[unit - first]))});
    }
    if (auto done = plan->check(i, *lists); !done) return std::unexpected(done.error());
    return parts;
  }
  return base::fail(fmt::format("the index has no unit {}", unit));
}

}  // namespace noether::search
