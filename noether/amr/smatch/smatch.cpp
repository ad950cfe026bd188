#include "noether/amr/smatch/smatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "noether/amr/smatch/match_problem.h"

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

namespace {

constexpr std::array<std::string_view, kScoreCount> kScoreNames = {
    "smatch",   "unlabelled",   "no_senses", "concepts",    "named_entities",
    "negation", "reentrancies", "roles",     "wikification"};

using Names = std::vector<std::string>;

// Counts each triple as often as both graphs have it.
TripleCounts compare(Names gold, Names predicted) {
  std::ranges::sort(gold);
  std::ranges::sort(predicted);
  Names both;
  std::ranges::set_intersection(gold, predicted, std::back_inserter(both));
  return {both.size(), gold.size(), predicted.size()};
}

Names concepts_of(const Graph& graph) {
  Names names;
  for (const Node& node : graph.nodes) names.push_back(compared_name(node.concept_name));
  return names;
}

Names concepts_with(const Graph& graph, std::string_view role) {
  Names names;
  for (const Edge& edge : graph.edges) {
    if (compared_name(edge.role) != role) continue;
    names.push_back(compared_name(graph.nodes[edge.source].concept_name));
  }
  return names;
}

Names values_of(const Graph& graph, std::string_view role) {
  Names names;
  for (const Edge& edge : graph.edges) {
    if (!edge.is_attribute() || compared_name(edge.role) != role) continue;
    names.push_back(compared_name(edge.constant));
  }
  return names;
}

}  // namespace

std::string_view score_name(Score score) { return kScoreNames[static_cast<std::size_t>(score)]; }

base::Result<GraphScores> score_graph(const Graph& gold, const Graph& predicted,
                                      const SmatchOptions& options, bool fine) {
  GraphScores scores;
  const Triples gold_triples = triples_of(gold);
  const Triples predicted_triples = triples_of(predicted);
  const auto whole = smatch(gold_triples, predicted_triples, options);
  if (!whole) return std::unexpected(whole.error());
  scores[Score::Smatch] = whole->counts;
  scores.is_proven = whole->is_proven;
  if (!fine) return scores;

  struct Part {
    Score score;
    Triples gold;
    Triples predicted;
  };
  for (const Part& part :
       {Part{Score::Unlabelled, without_roles(gold_triples), without_roles(predicted_triples)},
        Part{Score::NoSenses, without_senses(gold_triples), without_senses(predicted_triples)},
        Part{Score::Reentrancies, reentrant_triples(gold), reentrant_triples(predicted)},
        Part{Score::Roles, argument_triples(gold), argument_triples(predicted)}}) {
    const auto result = smatch(part.gold, part.predicted, options);
    if (!result) return std::unexpected(result.error());
    scores[part.score] = result->counts;
  }
  scores[Score::Concepts] = compare(concepts_of(gold), concepts_of(predicted));
  scores[Score::NamedEntities] =
      compare(concepts_with(gold, "name"), concepts_with(predicted, "name"));
  scores[Score::Negation] =
      compare(concepts_with(gold, "polarity"), concepts_with(predicted, "polarity"));
  scores[Score::Wikification] = compare(values_of(gold, "wiki"), values_of(predicted, "wiki"));
  return scores;
}

}  // namespace noether::amr
