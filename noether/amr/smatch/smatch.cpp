#include "noether/amr/smatch/smatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/amr/smatch/exact_match.h"
#include "noether/amr/smatch/hill_climbing.h"

namespace noether::amr {
namespace {

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double TripleCounts::precision() const { return share_of(matched, predicted); }
double TripleCounts::recall() const { return share_of(matched, gold); }
double TripleCounts::f() const { return share_of(2 * matched, gold + predicted); }

TripleCounts& TripleCounts::operator+=(const TripleCounts& other) {
  matched += other.matched;
  gold += other.gold;
  predicted += other.predicted;
  return *this;
}

base::Result<SmatchResult> smatch(const Triples& gold, const Triples& predicted,
                                  const SmatchOptions& options) {
  for (const Triples* triples : {&gold, &predicted}) {
    if (triples->size() <= kMostTriples) continue;
    return base::fail(fmt::format("a graph of {} triples; at most {} are compared", triples->size(),
                                  kMostTriples));
  }
  const MatchProblem problem(predicted, gold);
  NodeChoice choice = climb_hills(problem, options.restarts, options.seed);
  SmatchResult result;
  const std::size_t nodes = std::max(gold.concepts.size(), predicted.concepts.size());
  if (options.exact && nodes <= kMostExactNodes) {
    ExactMatch exact = best_match(problem, std::move(choice));
    choice = std::move(exact.choice);
    result.is_proven = exact.is_proven;
  }
  result.counts = {static_cast<std::uint64_t>(choice.matched), gold.size(), predicted.size()};
  for (const PairId id : choice.pairs) {
    result.gold_of_predicted.push_back(id == kNoPair ? kNoNode : problem.pairs()[id].second);
  }
  return result;
}

base::Result<SmatchResult> smatch(const Graph& gold, const Graph& predicted,
                                  const SmatchOptions& options) {
  return smatch(triples_of(gold), triples_of(predicted), options);
}

}  // namespace noether::amr
