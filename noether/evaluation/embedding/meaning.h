// Uses algebra to compare expressions, so that tasks ask an embedding only about the rest.
// Two expressions are equal if their fingerprints are, or if they are proven or found to have the
// same values wherever both have one; a certified counterexample refutes them. The time of a
// decision is bounded, after which it is Unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/base/hash.h"
#include "noether/evaluation/embedding/expression_vectors.h"

namespace noether::evaluation {

// The processor time of decisions about pairs.
struct DecisionCost {
  std::uint64_t decisions = 0;
  double seconds = 0;
  double longest = 0;
};

struct MeaningOptions {
  double seconds = 0.5;  // for one decision
  unsigned threads = 1;
  std::function<void(std::uint64_t done, std::uint64_t of)> on_done = {};  // called from any thread
  DecisionCost* cost = nullptr;  // if given, receives the sum of the costs
};

// The verdict for every pair of expressions in prefix notation; Unknown if one cannot be read.
std::vector<algebra::Verdict> judge_pairs(
    std::span<const std::pair<std::string_view, std::string_view>> pairs,
    const MeaningOptions& options);

// The fingerprints of expressions, with the names of their variables kept; zero for expressions
// that cannot be read.
std::vector<base::Digest> fingerprints_of(std::span<const std::string> expressions,
                                          const MeaningOptions& options);

// Numbers the expressions so that those known to be equal have the same number, from 0 in order of
// first appearance. Fingerprints make groups; groups whose expressions an embedding finds similar
// are then compared, and joined if they agree.
std::vector<std::uint32_t> group_by_meaning(std::span<const std::string> expressions,
                                            const ExpressionVectors& vectors,
                                            const MeaningOptions& options);

}  // namespace noether::evaluation
