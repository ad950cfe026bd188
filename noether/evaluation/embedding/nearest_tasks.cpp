#include "noether/evaluation/embedding/nearest_tasks.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace noether::evaluation {
namespace {

// The vectors f(y1) - f(x1) + f(x2) for every analogy.
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

// Adds those of the given positions that may answer.
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

// For unit vectors the product alone shows which one has the greatest cosine; zero vectors are near
// to nothing.
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

namespace {

// The inverse function, of a function of x.
constexpr std::string_view kInverse = "inverse";

// Simple operations come before less simple ones: the first that fits is used. X is the expression
// itself. If a pattern has no X, every x of the expression is replaced by the pattern.
constexpr auto kOperations = std::to_array<std::string_view>(
    {"X",       "d x X",   kInverse, "* -1 X", "/ 1 X",  "+ X 1",   "- X 1",   "* 2 X",   "/ X 2",
     "pow X 2", "pow X 3", "sqrt X", "exp X",  "ln X",   "sin X",   "cos X",   "tan X",   "csc X",
     "sec X",   "cot X",   "asin X", "acos X", "atan X", "acsc X",  "asec X",  "acot X",  "sinh X",
     "cosh X",  "tanh X",  "csch X", "sech X", "coth X", "asinh X", "acosh X", "atanh X", "acsch X",
     "asech X", "acoth X", "* -1 x", "/ 1 x",  "* 2 x",  "/ x 2",   "+ x 1",   "- x 1",   "pow x 2",
     "pow x 3", "sqrt x",  "exp x",  "ln x"});

// The text with every token `token` replaced.
std::string replaced(std::string_view text, std::string_view token, std::string_view by) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    if (!out.empty()) out += ' ';
    out += text.substr(0, length) == token ? by : text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return out;
}

std::string inverse_of(std::string_view expression) {
  if (expression == "exp x") return "ln x";
  if (expression == "pow x 2") return "sqrt x";
  return "a" + std::string(expression);  // sin x becomes asin x; there is no operator aln
}

std::string apply_operation(std::string_view operation, std::string_view expression) {
  if (operation == kInverse) return inverse_of(expression);
  const bool on_value = operation.ends_with('X') || operation.find("X ") != std::string_view::npos;
  return on_value ? replaced(operation, "X", expression) : replaced(expression, "x", operation);
}

// The fingerprints of many texts, each computed once.
class FingerprintTable {
 public:
  void add(std::string text) { texts_.insert(std::move(text)); }
  void compute(const MeaningOptions& options) {
    const std::vector<std::string> texts(texts_.begin(), texts_.end());
    const std::vector<base::Digest> prints = fingerprints_of(texts, options);
    for (std::size_t i = 0; i < texts.size(); ++i) print_of_.emplace(texts[i], prints[i]);
  }
  const base::Digest& of(const std::string& text) const { return print_of_.find(text)->second; }

 private:
  std::set<std::string> texts_;
  std::unordered_map<std::string, base::Digest> print_of_;
};

}  // namespace

OpenAnswers answers_by_operations(std::span<const egen::Analogy> analogies,
                                  std::span<const egen::PoolEntry> pool,
                                  const MeaningOptions& options) {
  FingerprintTable prints;
  for (const egen::PoolEntry& entry : pool) prints.add(entry.expression);
  for (const egen::Analogy& analogy : analogies) {
    prints.add(analogy.y1);
    for (const std::string_view operation : kOperations) {
      prints.add(apply_operation(operation, analogy.x1));
      prints.add(apply_operation(operation, analogy.x2));
    }
  }
  prints.compute(options);
  std::unordered_map<base::Digest, std::vector<std::uint32_t>> entries_of;
  for (std::uint32_t i = 0; i < pool.size(); ++i) {
    entries_of[prints.of(pool[i].expression)].push_back(i);
  }
  // An expression that cannot be read has no fingerprint, and equals nothing.
  entries_of.erase(base::Digest());
  OpenAnswers open;
  for (const egen::Analogy& analogy : analogies) {
    std::vector<std::uint32_t>& answers = open.emplace_back();
    for (const std::string_view operation : kOperations) {
      const base::Digest& made = prints.of(apply_operation(operation, analogy.x1));
      if (made == base::Digest() || made != prints.of(analogy.y1)) continue;
      const auto found = entries_of.find(prints.of(apply_operation(operation, analogy.x2)));
      if (found == entries_of.end()) continue;
      std::ranges::copy_if(found->second, std::back_inserter(answers),
                           [&](std::uint32_t entry) { return may_answer(analogy, pool[entry]); });
      if (!answers.empty()) break;
    }
  }
  return open;
}

namespace {

constexpr std::size_t kDeepest = kRetrievalDepths.back();

struct Found {
  bool same_group = false;
  float product = 0;
  std::uint32_t expression = 0;

  friend bool operator<(const Found& a, const Found& b) {
    if (a.same_group != b.same_group) return a.same_group;
    if (a.product != b.product) return a.product > b.product;
    return a.expression < b.expression;
  }
};

// The best twenty results so far; the worst of them is on top of a heap.
class Nearest {
 public:
  void take(const Found& found) {
    if (heap_.size() == kDeepest) {
      if (!(found < heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = found;
    } else {
      heap_.push_back(found);
    }
    std::push_heap(heap_.begin(), heap_.end());
  }
  std::vector<Found> in_order() && {
    std::sort_heap(heap_.begin(), heap_.end());
    return std::move(heap_);
  }

 private:
  std::vector<Found> heap_;
};

}  // namespace

RetrievalScore score_retrieval(const Vectors& vectors, std::span<const std::uint32_t> cluster_of,
                               std::size_t clusters, unsigned threads, MeaningGroups groups,
                               const std::function<void(std::size_t done)>& on_query) {
  const std::size_t count = vectors.count();
  RetrievalScore score;
  if (count == 0) return score;
  std::vector<std::array<std::uint8_t, kRetrievalDepths.size()>> hits(count);
  std::vector<bool> readable(count);
  for (std::size_t i = 0; i < count; ++i) readable[i] = !is_zero(vectors.row(i));
  std::atomic<std::size_t> done = 0;
  for_each_row_of_products(
      vectors, vectors, threads, [&](std::size_t query, std::span<const float> products) {
        Nearest nearest;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (i == query) continue;
          const bool same_group = !groups.empty() && groups[i] == groups[query];
          if (!same_group && !(readable[i] && readable[query])) continue;
          nearest.take({same_group, products[i], i});
        }
        const std::vector<Found> found = std::move(nearest).in_order();
        for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
          const auto first = std::span(found).first(std::min(kRetrievalDepths[d], found.size()));
          hits[query][d] =
              static_cast<std::uint8_t>(std::ranges::count_if(first, [&](const Found& candidate) {
                return cluster_of[candidate.expression] == cluster_of[query];
              }));
        }
        const std::size_t finished = ++done;
        if (on_query) on_query(finished);
      });
  std::vector<std::size_t> sizes(clusters);
  for (const std::uint32_t cluster : cluster_of) ++sizes[cluster];
  // Counts are whole numbers until the end, so that a perfect score is exactly 1.
  std::array<std::uint64_t, kRetrievalDepths.size()> found{};
  std::array<std::uint64_t, kRetrievalDepths.size()> possible{};
  for (std::size_t query = 0; query < count; ++query) {
    for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
      found[d] += hits[query][d];
      possible[d] += std::min(kRetrievalDepths[d], sizes[cluster_of[query]] - 1);
    }
    score.hits.push_back(hits[query].back());
  }
  for (std::size_t d = 0; d < kRetrievalDepths.size(); ++d) {
    const auto of = static_cast<double>(count * kRetrievalDepths[d]);
    score.precision[d] = static_cast<double>(found[d]) / of;
    score.best_possible[d] = static_cast<double>(possible[d]) / of;
  }
  return score;
}

}  // namespace noether::evaluation
