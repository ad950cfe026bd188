#include "noether/answer/confidence.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace noether::answer {

std::array<double, kEvidence> values_of(const Evidence& evidence) {
  return {evidence.own, evidence.thread, evidence.lead};
}

base::Result<Evidence> gather_evidence(const index::IndexReader& index, const QuestionParts& parts,
                                       std::span<const Candidate> candidates) {
  Evidence evidence;
  if (candidates.empty()) return evidence;
  const Candidate& first = candidates.front();
  auto nearness = parts.nearness(index, first.document);
  if (!nearness) return std::unexpected(std::move(nearness.error()));
  evidence.own = mean_nearness(*nearness);
  if (first.question) {
    const auto of_question = parts.nearness(index, *first.question);
    if (!of_question) return std::unexpected(of_question.error());
    std::ranges::transform(*nearness, *of_question, nearness->begin(),
                           [](float a, float b) { return std::max(a, b); });
  }
  evidence.thread = mean_nearness(*nearness);
  const auto other = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
    return candidate.document != first.document &&
           (!first.question || candidate.question != first.question);
  });
  if (other != candidates.end() && first.score > 0) {
    evidence.lead = (first.score - other->score) / first.score;
  }
  return evidence;
}

const ConfidenceModel& shipped_confidence(bool with_passages) {
  static constexpr ConfidenceModel kOfPassages = {-6, {4, 8, 2}};
  static constexpr ConfidenceModel kOfWords = {-3, {2, 2, 1}};
  return with_passages ? kOfPassages : kOfWords;
}

double confidence_of(const Evidence& evidence, const ConfidenceModel& model) {
  double sum = model.bias;
  const auto values = values_of(evidence);
  for (std::size_t i = 0; i < kEvidence; ++i) sum += model.weights[i] * values[i];
  return 1 / (1 + std::exp(-sum));
}

}  // namespace noether::answer
