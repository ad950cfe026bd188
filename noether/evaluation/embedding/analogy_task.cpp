#include "noether/evaluation/embedding/analogy_task.h"

#include <algorithm>
#include <numeric>
#include <optional>

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

using Answers = std::vector<std::uint32_t>;  // positions in the pool

// Those of some positions that may answer.
void add_answers(const egen::Analogy& analogy, std::span<const egen::PoolEntry> pool,
                 std::span<const std::uint32_t> positions, Answers& into) {
  for (const std::uint32_t entry : positions) {
    if (may_answer(analogy, pool[entry])) into.push_back(entry);
  }
}

bool is_readable(const egen::Analogy& analogy, const ExpressionVectors& vectors) {
  return vectors.is_readable(analogy.x1) && vectors.is_readable(analogy.y1) &&
         vectors.is_readable(analogy.x2);
}

// Of unit vectors the product alone tells which one has the greatest cosine; those of zeros are
// near to nothing.
std::optional<std::size_t> nearest(const Answers& possible, const Vectors& rows,
                                   std::span<const float> products) {
  std::optional<std::size_t> best;
  for (const std::uint32_t entry : possible) {
    if (is_zero(rows.row(entry))) continue;
    if (!best || products[entry] > products[*best]) best = entry;
  }
  return best;
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
  Answers everything(pool.size());
  std::iota(everything.begin(), everything.end(), 0U);
  const Vectors rows = vectors.rows(texts);
  std::vector<std::uint8_t> decided(analogies.size());
  for_each_row_of_products(targets_of(analogies, vectors), rows, threads,
                           [&](std::size_t i, std::span<const float> products) {
                             Answers possible;
                             if (!open.empty()) add_answers(analogies[i], pool, open[i], possible);
                             decided[i] = possible.size() == 1;
                             std::optional<std::size_t> best;
                             if (decided[i] != 0) {
                               best = possible.front();
                             } else if (is_readable(analogies[i], vectors)) {
                               if (possible.empty())
                                 add_answers(analogies[i], pool, everything, possible);
                               best = nearest(possible, rows, products);
                             }
                             if (best) score.predicted[i] = pool[*best].expression;
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
