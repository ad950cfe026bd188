// How a decoder chooses the next token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace noether::neural
