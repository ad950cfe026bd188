#include "noether/evaluation/embedding/choice_task.h"

#include <algorithm>
#include <optional>

namespace noether::evaluation {
namespace {

bool is_equal(algebra::Verdict verdict) {
  return verdict == algebra::Verdict::Proven || verdict == algebra::Verdict::Agrees;
}

// The candidates that are left to choose from.
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

// Of several candidates the nearest to the query among those that have a vector.
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
  std::size_t pair = 0;  // the first of the item
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

}  // namespace noether::evaluation
