#include "noether/evaluation/embedding/mistake_task.h"

#include <algorithm>

namespace noether::evaluation {
namespace {

// What computing may change of a cosine. Right steps whose lines have one vector have a mean of 1,
// below which half of them would be by chance.
constexpr double kErrorOfComputing = 1e-5;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void count(ClassScore& score, bool is_there, bool is_found) {
  if (is_there) ++score.there;
  if (is_found) ++score.found;
  if (is_there && is_found) ++score.found_right;
}

}  // namespace

double ClassScore::precision() const { return share(found_right, found); }
double ClassScore::recall() const { return share(found_right, there); }
double ClassScore::f1() const { return share(2 * found_right, found + there); }

std::optional<double> mistake_threshold(std::span<const egen::Derivation> derivations,
                                        const ExpressionVectors& vectors) {
  double sum = 0;
  std::size_t counted = 0;
  for (const egen::Derivation& derivation : derivations) {
    std::optional<float> smallest;
    for (std::size_t i = 1; i < derivation.steps.size(); ++i) {
      const std::string& before = derivation.steps[i - 1].expression;
      const std::string& line = derivation.steps[i].expression;
      if (derivation.steps[i].mistake) continue;
      // What cannot be read says nothing about how alike right steps are.
      if (!vectors.is_readable(before) || !vectors.is_readable(line)) continue;
      const float similarity = vectors.cosine(before, line);
      smallest = std::min(smallest.value_or(similarity), similarity);
    }
    if (!smallest) continue;
    sum += static_cast<double>(*smallest);
    ++counted;
  }
  if (counted == 0) return std::nullopt;
  return sum / static_cast<double>(counted);
}

std::vector<std::pair<std::string_view, std::string_view>> pairs_of_steps(
    std::span<const egen::Derivation> derivations) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const egen::Derivation& derivation : derivations) {
    for (std::size_t i = 1; i < derivation.steps.size(); ++i) {
      pairs.emplace_back(derivation.steps[i - 1].expression, derivation.steps[i].expression);
    }
  }
  return pairs;
}

MistakeScore score_mistakes(std::span<const egen::Derivation> derivations,
                            const ExpressionVectors& vectors, double threshold,
                            std::span<const algebra::Verdict> verdicts) {
  MistakeScore score;
  score.threshold = threshold;
  for (const egen::Derivation& derivation : derivations) {
    for (std::size_t i = 1; i < derivation.steps.size(); ++i) {
      StepJudgement step;
      const std::string& before = derivation.steps[i - 1].expression;
      const std::string& line = derivation.steps[i].expression;
      const bool is_readable = vectors.is_readable(before) && vectors.is_readable(line);
      step.similarity = vectors.cosine(before, line);
      step.is_mistake = derivation.steps[i].mistake.has_value();
      // Nothing was seen, so nothing was found, neither a mistake nor that there is none.
      const bool is_less = static_cast<double>(step.similarity) < threshold - kErrorOfComputing;
      step.called_mistake = is_readable ? is_less : !step.is_mistake;
      const auto verdict =
          verdicts.empty() ? algebra::Verdict::Unknown : verdicts[score.steps.size()];
      if (verdict != algebra::Verdict::Unknown) {
        step.called_mistake = verdict == algebra::Verdict::Refuted;
        ++score.decided;
      }
      count(score.mistake, step.is_mistake, step.called_mistake);
      count(score.no_mistake, !step.is_mistake, !step.called_mistake);
      score.steps.push_back(step);
    }
  }
  return score;
}

}  // namespace noether::evaluation
