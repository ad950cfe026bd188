// Converts scores of the next token to the possible tokens with their log probabilities.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "noether/neural/generate/decoding.h"
#include "noether/neural/token.h"

namespace noether::neural {

struct LikelyToken {
  TokenId token = 0;
  double log_probability = 0;
};

// The tokens that `decoding` allows after `before`, the most likely first; ties by the lowest id.
// At least one, and at most `most`. Temperature, top-k and top-p apply if tokens are drawn;
// probabilities of tokens that are left out go to the others.
std::vector<LikelyToken> likely_tokens(std::vector<float> scores, std::span<const TokenId> before,
                                       const Decoding& decoding, std::size_t most);

// Numbers above 0 and below 1 that are the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}
  double share() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
  // Adding these to log probabilities and taking the greatest draws by probability; the greatest
  // few are a draw without repetition (Gumbel, 1954; Kool et al., 2019).
  double gumbel();

 private:
  std::mt19937_64 random_;
};

}  // namespace noether::neural
