#include "noether/evaluation/embedding/analogy_task.h"

#include <algorithm>

namespace noether::evaluation {
namespace {

// f(y1) - f(x1) + f(x2) for every analogy.
Vectors targets_of(std::span<const egen::Analogy> analogies, const ExpressionVectors& vectors) {
  Vectors targets(analogies.size(), vectors.width());
  for (std::size_t i = 0; i < analogies.size(); ++i) {
    const auto x1 = vectors.of(analogies[i].x1);
    const auto y1 = vectors.of(analogies[i].y1);
    const auto x2 = vectors.of(analogies[i].x2);
    const auto target = targets.row(i);
    for (std::size_t k = 0; k < target.size(); ++k) target[k] = y1[k] - x1[k] + x2[k];
  }
  return targets;
}

}  // namespace

bool may_answer(const egen::Analogy& analogy, const egen::PoolEntry& entry) {
  const std::string& text = entry.expression;
  if (text == analogy.y2) return true;
  if (text == analogy.x1 || text == analogy.y1 || text == analogy.x2) return false;
  return std::ranges::find(analogy.excluded, entry.group) == analogy.excluded.end();
}

AnalogyScore score_analogies(std::span<const egen::Analogy> analogies,
                             std::span<const egen::PoolEntry> pool,
                             const ExpressionVectors& vectors, unsigned threads,
                             const OpenAnswers& open) {
  AnalogyScore score;
  score.predicted.resize(analogies.size());
  std::vector<std::string> texts;
  for (const egen::PoolEntry& entry : pool) texts.push_back(entry.expression);
  std::vector<std::uint8_t> decided(analogies.size());
  for_each_row_of_products(targets_of(analogies, vectors), vectors.rows(texts), threads,
                           [&](std::size_t i, std::span<const float> products) {
                             // Of unit vectors the product alone tells which one has the greatest
                             // cosine.
                             std::size_t best = pool.size();
                             std::size_t possible = 0;
                             const auto consider = [&](std::size_t entry) {
                               if (!may_answer(analogies[i], pool[entry])) return;
                               ++possible;
                               if (best == pool.size() || products[entry] > products[best])
                                 best = entry;
                             };
                             if (!open.empty()) std::ranges::for_each(open[i], consider);
                             decided[i] = possible == 1;
                             if (possible == 0) {
                               for (std::size_t entry = 0; entry < pool.size(); ++entry)
                                 consider(entry);
                             }
                             if (best < pool.size()) score.predicted[i] = pool[best].expression;
                           });
  std::size_t right = 0;
  for (std::size_t i = 0; i < analogies.size(); ++i) {
    score.right.push_back(score.predicted[i] == analogies[i].y2);
    if (score.right.back()) ++right;
    score.decided += decided[i];
  }
  if (right > 0)
    score.accuracy = static_cast<double>(right) / static_cast<double>(analogies.size());
  return score;
}

}  // namespace noether::evaluation
