#include "noether/neural/generate/decoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace noether::neural {

std::optional<std::string> Decoding::problem() const {
  if (most_tokens == 0) return "at least one token must be written";
  if (beams == 0 || beams > kMostBeams) return fmt::format("beams are from 1 to {}", kMostBeams);
  if (!std::isfinite(length_penalty)) return "the length penalty is not a number";
  if (!(temperature > 0) || !std::isfinite(temperature)) return "the temperature is not above 0";
  if (!(top_p > 0 && top_p <= 1)) return "top-p is not above 0 and at most 1";
  if (!(repetition_penalty > 0) || !std::isfinite(repetition_penalty)) {
    return "the repetition penalty is not above 0";
  }
  if (std::ranges::any_of(stops, &std::string::empty)) return "a text to stop at is empty";
  return std::nullopt;
}

}  // namespace noether::neural
