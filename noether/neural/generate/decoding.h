// The choice of the next token by a decoder: its settings, the cut of a prompt to the available
// room, and the possible tokens with their log probabilities.
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
  std::size_t most_tokens = 256;  // to write, including the end

  // The number of texts that are followed at a time. With 1 the most likely token is chosen, unless
  // tokens are drawn.
  std::size_t beams = 1;
  // Beams are compared by their log probability over their length to this power: above 1 prefers
  // longer texts.
  double length_penalty = 1;

  // Draws tokens by their probability; equal seeds draw equal tokens.
  bool draws = false;
  std::uint64_t seed = 1;
  double temperature = 1;
  std::size_t top_k = 0;  // draws among this many of the most likely tokens; 0: all
  double top_p = 1;       // draws among the most likely tokens that together have this probability

  // Positive scores of tokens that occur in the prompt or in the text so far are divided by this,
  // negative ones are multiplied by it. Above 1, such tokens become less likely (Keskar et al.,
  // 2019).
  double repetition_penalty = 1;

  // Writing ends before the first of these texts.
  std::vector<std::string> stops;

  // Called before each token is read and written. If it returns true, the call ends with an error
  // and no text. Empty: never over.
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

// Pseudo-random numbers above 0 and below 1, the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}
  double share() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
  // The tokens with the greatest sums of log probability and such a number are a random draw
  // without repetition (Gumbel, 1954; Kool et al., 2019).
  double gumbel();

 private:
  std::mt19937_64 random_;
};

}  // namespace noether::neural
