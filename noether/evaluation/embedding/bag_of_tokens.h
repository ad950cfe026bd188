// The plainest embedding: how often each token occurs, and each pair of neighbours.
//
// It knows nothing of meaning, and so says how much of a task can be done by looks. Tokens and
// pairs fall into a fixed number of places by their hash.
#pragma once

#include <string_view>

#include "noether/evaluation/embedding/embed_expressions.h"

namespace noether::evaluation {

inline constexpr std::string_view kBagOfTokens = "bag-of-tokens";
inline constexpr std::size_t kBagWidth = 256;

Embedding bag_of_tokens();

}  // namespace noether::evaluation
