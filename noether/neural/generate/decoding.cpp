#include "noether/neural/generate/decoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

namespace {

void penalize_repetition(std::vector<float>& scores, std::span<const TokenId> before,
                         double penalty) {
  if (penalty == 1) return;
  std::vector<TokenId> tokens(before.begin(), before.end());
  std::ranges::sort(tokens);
  const auto repeated = std::ranges::unique(tokens);
  tokens.erase(repeated.begin(), repeated.end());
  const auto factor = static_cast<float>(penalty);
  for (const TokenId token : tokens) {
    float& score = scores[token];
    score = score > 0 ? score / factor : score * factor;
  }
}

// Keeps the first tokens that together have this probability, at least one.
void keep_probability(std::vector<LikelyToken>& tokens, double probability) {
  double sum = 0;
  std::size_t kept = 0;
  while (kept < tokens.size() && sum < probability) {
    sum += std::exp(tokens[kept++].log_probability);
  }
  tokens.resize(std::max<std::size_t>(kept, 1));
}

void normalize(std::vector<LikelyToken>& tokens) {
  const double greatest = tokens.front().log_probability;
  double sum = 0;
  for (const LikelyToken& token : tokens) sum += std::exp(token.log_probability - greatest);
  const double shift = greatest + std::log(sum);
  for (LikelyToken& token : tokens) token.log_probability -= shift;
}

}  // namespace

std::vector<LikelyToken> likely_tokens(std::vector<float> scores, std::span<const TokenId> before,
                                       const Decoding& decoding, std::size_t most) {
  penalize_repetition(scores, before, decoding.repetition_penalty);
  const double temperature = decoding.draws ? decoding.temperature : 1;
  const double greatest = static_cast<double>(*std::ranges::max_element(scores)) / temperature;
  double sum = 0;
  for (const float score : scores) {
    sum += std::exp(static_cast<double>(score) / temperature - greatest);
  }
  const double shift = greatest + std::log(sum);

  std::size_t count = std::min(scores.size(), std::max<std::size_t>(most, 1));
  const bool cuts_by_probability = decoding.draws && decoding.top_p < 1;
  if (cuts_by_probability) count = scores.size();
  if (decoding.draws && decoding.top_k > 0) count = std::min(count, decoding.top_k);
  std::vector<TokenId> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
      [&](TokenId a, TokenId b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  std::vector<LikelyToken> tokens;
  tokens.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    tokens.push_back({order[i], static_cast<double>(scores[order[i]]) / temperature - shift});
  }
  if (decoding.draws && decoding.top_k > 0) normalize(tokens);
  if (cuts_by_probability) {
    keep_probability(tokens, decoding.top_p);
    normalize(tokens);
  }
  if (tokens.size() > most) tokens.resize(std::max<std::size_t>(most, 1));
  return tokens;
}

double Draws::gumbel() { return -std::log(-std::log(share())); }

}  // namespace noether::neural
