// The simplest embedding: the counts of each token and of each pair of neighbours.
// It knows nothing of meaning, and so shows how far appearance alone goes. Tokens and pairs are
// hashed to a fixed number of places.
#pragma once

#include <string_view>

#include "noether/evaluation/embedding/embed_expressions.h"

namespace noether::evaluation {

inline constexpr std::string_view kBagOfTokens = "bag-of-tokens";
inline constexpr std::size_t kBagWidth = 256;

Embedding bag_of_tokens();

}  // namespace noether::evaluation
