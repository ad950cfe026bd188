#include "noether/evaluation/answers/answer_measures.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace noether::evaluation {

double token_f1(std::span<const std::string> answer, std::span<const std::string> reference) {
  if (answer.empty() || reference.empty()) return answer.empty() && reference.empty() ? 1 : 0;
  std::unordered_map<std::string_view, std::size_t> left;
  for (const std::string& token : reference) ++left[token];
  std::size_t common = 0;
  for (const std::string& token : answer) {
    const auto found = left.find(token);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++common;
  }
  // 2PR / (P + R), with P = common / answer and R = common / reference.
  return 2 * static_cast<double>(common) / static_cast<double>(answer.size() + reference.size());
}

namespace {

// Sums of eight lanes, so that compilers can use vectors and the result is the same on all
// machines.
float dot(std::span<const float> first, std::span<const float> second) {
  std::array<float, 8> lanes{};
  std::size_t i = 0;
  for (; i + lanes.size() <= first.size(); i += lanes.size()) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      lanes[lane] += first[i + lane] * second[i + lane];
    }
  }
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  for (; i < first.size(); ++i) sum += first[i] * second[i];
  return sum;
}

double weighted_mean(std::span<const float> best, std::span<const float> weights) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < best.size(); ++i) {
    const double weight = weights.empty() ? 1 : static_cast<double>(weights[i]);
    sum += weight * static_cast<double>(best[i]);
    total += weight;
  }
  return total > 0 ? sum / total : 0;
}

}  // namespace

TokenEmbeddings unit_embeddings(std::size_t tokens, std::size_t dimensions,
                                std::vector<float> values, std::vector<float> weights) {
  assert(values.size() == tokens * dimensions);
  assert(weights.empty() || weights.size() == tokens);
  for (std::size_t token = 0; token < tokens; ++token) {
    const std::span row = std::span(values).subspan(token * dimensions, dimensions);
    double squares = 0;
    for (const float value : row)
      squares += static_cast<double>(value) * static_cast<double>(value);
    if (!(squares > 0)) continue;
    const double length = std::sqrt(squares);
    for (float& value : row) value = static_cast<float>(static_cast<double>(value) / length);
  }
  return {tokens, dimensions, std::move(values), std::move(weights)};
}

BertScore bert_score(const TokenEmbeddings& answer, const TokenEmbeddings& reference) {
  assert(answer.dimensions == reference.dimensions);
  if (answer.tokens == 0 || reference.tokens == 0) return {};
  constexpr float kLeast = -1;
  std::vector<float> of_answer(answer.tokens, kLeast);
  std::vector<float> of_reference(reference.tokens, kLeast);
  for (std::size_t i = 0; i < answer.tokens; ++i) {
    for (std::size_t j = 0; j < reference.tokens; ++j) {
      const float similarity = dot(answer.row(i), reference.row(j));
      of_answer[i] = std::max(of_answer[i], similarity);
      of_reference[j] = std::max(of_reference[j], similarity);
    }
  }
  BertScore score;
  score.precision = weighted_mean(of_answer, answer.weights);
  score.recall = weighted_mean(of_reference, reference.weights);
  const double sum = score.precision + score.recall;
  // Cosines may be negative; the answers then have nothing in common.
  if (score.precision > 0 && score.recall > 0) score.f1 = 2 * score.precision * score.recall / sum;
  return score;
}

std::unordered_map<std::string, double> inverse_document_frequencies(
    std::span<const std::vector<std::string>> references) {
  std::unordered_map<std::string, double> frequencies;
  for (const std::vector<std::string>& tokens : references) {
    for (const std::string& token : std::unordered_set(tokens.begin(), tokens.end())) {
      ++frequencies[token];
    }
  }
  const double count = static_cast<double>(references.size());
  for (auto& [token, frequency] : frequencies) {
    frequency = std::log((count + 1) / (frequency + 1));
  }
  return frequencies;
}

}  // namespace noether::evaluation
