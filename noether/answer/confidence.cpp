#include "noether/answer/confidence.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noether::answer {
namespace {

// The share of relevant answers among the first answers to the topics of 2020 and 2021, found by
// words.
constexpr double kRelevantByWords = 0.39;

}  // namespace

std::array<double, kEvidence> values_of(const Evidence& evidence) {
  return {evidence.thread, evidence.lead, evidence.standing};
}

base::Result<Evidence> gather_evidence(const index::IndexReader& index, const QuestionParts& parts,
                                       std::span<const Candidate> candidates) {
  Evidence evidence;
  if (candidates.empty()) return evidence;
  const Candidate& first = candidates.front();
  evidence.standing = first.standing.value_or(Evidence::kUsualStanding);
  auto nearness = parts.nearness(index, first.document);
  if (!nearness) return std::unexpected(std::move(nearness.error()));
  evidence.own = mean_nearness(*nearness);
  if (first.question) {
    const auto of_question = parts.nearness(index, *first.question);
    if (!of_question) return std::unexpected(of_question.error());
    raise(*nearness, *of_question);
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

const ConfidenceModel& shipped_confidence() {
  static constexpr ConfidenceModel kModel = {-4.250, {6.184, 3.936, 0.092}};
  return kModel;
}

double confidence_of(const Evidence& evidence, const ConfidenceModel& model) {
  double sum = model.bias;
  const auto values = values_of(evidence);
  for (std::size_t i = 0; i < kEvidence; ++i) sum += model.weights[i] * values[i];
  return 1 / (1 + std::exp(-sum));
}

double confidence_by_words(const Evidence& evidence) { return kRelevantByWords * evidence.thread; }

base::Result<void> trust_candidates(const index::IndexReader& index, const QuestionParts& parts,
                                    std::span<const Candidate> candidates,
                                    const search::PassageEncoder* texts, Answer& answer) {
  const auto evidence = gather_evidence(index, parts, candidates);
  if (!evidence) return std::unexpected(evidence.error());
  answer.confidence = texts != nullptr ? confidence_of(*evidence, shipped_confidence())
                                       : confidence_by_words(*evidence);
  answer.why = {{"how near the first source is to the question", evidence->own},
                {"how near it is together with the question it answers", evidence->thread},
                {"the distance to the next candidate", evidence->lead}};
  if (texts != nullptr && !candidates.empty() && candidates.front().standing) {
    answer.why.push_back(
        {"how far the first one stands out among all answers, in standard deviations",
         evidence->standing});
  }
  return {};
}

}  // namespace noether::answer
