// The two tasks whose items are pairs of expressions, which algebra may judge first.
//
// Semantic understanding: of seven candidates, the one that is nearest to the query is chosen.
// Mistake detection: a step of a derivation whose two lines are less similar than a threshold is
// classified as a mistake. The threshold comes from other derivations, by the paper's Algorithm 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/egen/tasks/derivation_maker.h"
#include "noether/egen/tasks/semantic_choice.h"
#include "noether/evaluation/embedding/expression_vectors.h"

namespace noether::evaluation {

struct ChoiceScore {
  double accuracy = 0;
  // For every item, a position among its candidates; the number of candidates if no candidate could
  // be compared.
  std::vector<std::size_t> chosen;
  std::size_t decided = 0;  // items for which algebra left a single candidate
};

// The pairs that algebra judges: every query with each of its candidates, item by item.
std::vector<std::pair<std::string_view, std::string_view>> pairs_of_choices(
    std::span<const egen::SemanticChoice> items);

// `verdicts` are those of the pairs, or empty. If some candidates are equal to the query, the
// choice is among them; otherwise it is among those that are not refuted, if there are any. If the
// vectors decide, a candidate without a vector is not chosen, and nothing is chosen for a query
// without one.
ChoiceScore score_choices(std::span<const egen::SemanticChoice> items,
                          const ExpressionVectors& vectors,
                          std::span<const algebra::Verdict> verdicts = {});

// The mean over derivations of the smallest cosine of two neighbouring lines without a mistake
// between them; empty if there is no such step.
std::optional<double> mistake_threshold(std::span<const egen::Derivation> derivations,
                                        const ExpressionVectors& vectors);

// The score of one of the two classes. A ratio 0 / 0 counts as 0.
struct ClassScore {
  std::uint64_t found_right = 0;
  std::uint64_t found = 0;
  std::uint64_t there = 0;
  double precision() const;
  double recall() const;
  double f1() const;
};

struct StepJudgement {
  float similarity = 0;
  bool is_mistake = false;
  bool called_mistake = false;
};

struct MistakeScore {
  double threshold = 0;
  ClassScore mistake;
  ClassScore no_mistake;
  std::vector<StepJudgement> steps;  // derivation by derivation
  std::size_t decided = 0;           // steps that algebra proved, found agreeing or refuted
};

// The pairs that algebra judges: the two lines of every step.
std::vector<std::pair<std::string_view, std::string_view>> pairs_of_steps(
    std::span<const egen::Derivation> derivations);

// `verdicts` are those of the pairs, or empty: a refuted step is a mistake, an equal step is not,
// and the threshold decides the others. If the threshold would have to decide about a line without
// a vector, the result counts as wrong.
MistakeScore score_mistakes(std::span<const egen::Derivation> derivations,
                            const ExpressionVectors& vectors, double threshold,
                            std::span<const algebra::Verdict> verdicts = {});

}  // namespace noether::evaluation
