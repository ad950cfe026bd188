#include "noether/amr/smatch/scores.h"

#include <algorithm>
#include <string>
#include <vector>

namespace noether::amr {
namespace {

constexpr std::array<std::string_view, kScoreCount> kScoreNames = {
    "smatch",   "unlabelled",   "no_senses", "concepts",    "named_entities",
    "negation", "reentrancies", "roles",     "wikification"};

using Names = std::vector<std::string>;

// As often as both have it.
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
