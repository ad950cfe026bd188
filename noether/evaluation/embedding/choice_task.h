// Semantic understanding: of seven candidates, the one that is nearest to the query is chosen.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/egen/tasks/semantic_choice.h"
#include "noether/evaluation/embedding/expression_vectors.h"

namespace noether::evaluation {

struct ChoiceScore {
  double accuracy = 0;
  // For every item a position among its candidates; their number if nothing could be compared.
  std::vector<std::size_t> chosen;
  std::size_t decided = 0;  // items of which algebra left one candidate
};

// The questions for algebra: every query with each of its candidates, item by item.
std::vector<std::pair<std::string_view, std::string_view>> pairs_of_choices(
    std::span<const egen::SemanticChoice> items);

// `verdicts` are those of the pairs, or empty. If some candidates are equal to the query, the
// choice is among them; otherwise among those that are not refuted, if there are any. Where vectors
// decide, a candidate without a vector is not chosen, and nothing is chosen for a query without
// one.
ChoiceScore score_choices(std::span<const egen::SemanticChoice> items,
                          const ExpressionVectors& vectors,
                          std::span<const algebra::Verdict> verdicts = {});

}  // namespace noether::evaluation
