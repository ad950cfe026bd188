#include "noether/evaluation/embedding/pair_tasks.h"

#include <algorithm>

namespace noether::evaluation {
namespace {

bool is_equal(algebra::Verdict verdict) {
  return verdict == algebra::Verdict::Proven || verdict == algebra::Verdict::Agrees;
}

// The candidates that remain to choose from.
std::vector<std::size_t> open_candidates(std::span<const algebra::Verdict> verdicts) {
  std::vector<std::size_t> equal;
  std::vector<std::size_t> open;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    all.push_back(i);
    if (is_equal(verdicts[i])) equal.push_back(i);
    if (verdicts[i] != algebra::Verdict::Refuted) open.push_back(i);
  }
  if (!equal.empty()) return equal;
  return open.empty() ? all : open;
}

// The candidate nearest to the query among those that have a vector.
std::optional<std::size_t> nearest(const egen::SemanticChoice& item, std::vector<std::size_t> open,
                                   const ExpressionVectors& vectors) {
  const auto text = [&](std::size_t candidate) -> const std::string& {
    return item.candidates[candidate].expression;
  };
  std::erase_if(open, [&](std::size_t candidate) { return !vectors.is_readable(text(candidate)); });
  if (open.empty() || !vectors.is_readable(item.query)) return std::nullopt;
  return *std::ranges::max_element(
      open, {}, [&](std::size_t candidate) { return vectors.cosine(item.query, text(candidate)); });
}

}  // namespace

std::vector<std::pair<std::string_view, std::string_view>> pairs_of_choices(
    std::span<const egen::SemanticChoice> items) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const egen::SemanticChoice& item : items) {
    for (const auto& candidate : item.candidates) {
      pairs.emplace_back(item.query, candidate.expression);
    }
  }
  return pairs;
}

ChoiceScore score_choices(std::span<const egen::SemanticChoice> items,
                          const ExpressionVectors& vectors,
                          std::span<const algebra::Verdict> verdicts) {
  ChoiceScore score;
  std::size_t right = 0;
  std::size_t pair = 0;  // the first candidate of the item
  for (const egen::SemanticChoice& item : items) {
    const std::size_t count = item.candidates.size();
    const std::vector<algebra::Verdict> unknown(count, algebra::Verdict::Unknown);
    const std::vector<std::size_t> open =
        open_candidates(verdicts.empty() ? unknown : verdicts.subspan(pair, count));
    pair += count;
    if (open.size() == 1) ++score.decided;
    const std::size_t chosen =
        open.size() == 1 ? open.front() : nearest(item, open, vectors).value_or(count);
    score.chosen.push_back(chosen);
    if (chosen == item.answer) ++right;
  }
  if (!items.empty())
    score.accuracy = static_cast<double>(right) / static_cast<double>(items.size());
  return score;
}

namespace {

// The largest error of a computed cosine. Right steps whose lines have the same vector have a mean
// of 1; without this margin rounding would put half of them below it.
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
      // An unreadable line does not show how similar right steps are.
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
      // A step without vectors counts as wrong, whether or not it has a mistake.
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
