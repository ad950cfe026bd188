// How a decoder chooses the next token: what decides it, how a prompt is cut to the room there is,
// and the possible tokens with their log probabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "noether/neural/token.h"

namespace noether::neural {

struct Decoding {
  std::size_t most_tokens = 256;  // written, the end among them

  // The number of texts that are followed at a time. With 1 the most likely token is chosen, unless
  // tokens are drawn.
  std::size_t beams = 1;
  // Beams are compared by their log probability over their length to this power: above 1 prefers
  // longer texts.
  double length_penalty = 1;

  // Tokens are drawn by their probability, with the same seed the same ones.
  bool draws = false;
  std::uint64_t seed = 1;
  double temperature = 1;
  std::size_t top_k = 0;  // only so many of the most likely; 0: all
  double top_p = 1;       // only the most likely ones that have this probability together

  // Positive scores of tokens of the prompt and of the text so far are divided by this, negative
  // ones multiplied: above 1, they become less likely (Keskar et al., 2019).
  double repetition_penalty = 1;

  // Writing ends before the first of these texts.
  std::vector<std::string> stops;

  // Asked before each token is read and written: when it says so, there is an error and no text.
  // Empty: it is never over.
  std::function<bool()> is_over = {};

  // The first setting that is out of bounds.
  std::optional<std::string> problem() const;
};

inline constexpr std::size_t kMostBeams = 64;

// Tokens at the end of a prompt that are always kept: those that ask for a solution are among them.
inline constexpr std::size_t kPromptEnd = 8;

// At most `most` tokens. The part before the last kPromptEnd tokens is cut, so that a prompt still
// begins and ends as all prompts do. Training cuts prompts in the same way.
inline std::vector<TokenId> cut_prompt(std::span<const TokenId> prompt, std::size_t most) {
  if (prompt.size() <= most) return {prompt.begin(), prompt.end()};
  const std::size_t kept = most > kPromptEnd ? kPromptEnd : most;
  std::vector<TokenId> cut(prompt.begin(),
                           prompt.begin() + static_cast<std::ptrdiff_t>(most - kept));
  cut.insert(cut.end(), prompt.end() - static_cast<std::ptrdiff_t>(kept), prompt.end());
  return cut;
}

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
