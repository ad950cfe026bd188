#include "noether/evaluation/embedding/meaning.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/cpu_clock.h"
#include "noether/base/parallel.h"

namespace noether::evaluation {
namespace {

// Names of variables accumulate in a vocabulary; after this many expressions a new one begins.
constexpr std::size_t kExpressionsPerVocabulary = 10'000;
// The number of nearest groups with which each group is compared.
constexpr std::size_t kNeighbours = 8;

// A judge must not be used by two threads at once.
class MeaningJudge {
 public:
  algebra::Verdict compare(std::string_view a, std::string_view b, double seconds) {
    State& state = fresh_state();
    const auto left = state.reader.read(formula::Notation::Prefix, a, state.pool);
    const auto right = state.reader.read(formula::Notation::Prefix, b, state.pool);
    if (!left || !right) return algebra::Verdict::Unknown;
    if (*left == *right) return algebra::Verdict::Proven;
    if (state.fingerprinter.fingerprint(*left, algebra::Names::Keep) ==
        state.fingerprinter.fingerprint(*right, algebra::Names::Keep)) {
      return algebra::Verdict::Agrees;
    }
    algebra::DecideOptions options;
    options.equality = algebra::Equality::WhereBothDefined;
    options.seconds = seconds;
    options.want_proof = false;
    return algebra::decide(state.pool, *left, *right, options).verdict;
  }

  // Zero if the expression cannot be read.
  base::Digest fingerprint(std::string_view text) {
    State& state = fresh_state();
    const auto root = state.reader.read(formula::Notation::Prefix, text, state.pool);
    if (!root) return {};
    return state.fingerprinter.fingerprint(*root, algebra::Names::Keep);
  }

 private:
  struct State {
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool{vocabulary};
    algebra::ExpressionReader reader;
    algebra::Fingerprinter fingerprinter{pool};
  };

  State& fresh_state() {
    if (!state_ || ++used_ == kExpressionsPerVocabulary) {
      state_ = std::make_unique<State>();
      used_ = 0;
    }
    state_->pool.clear();
    return *state_;
  }

  std::unique_ptr<State> state_;
  std::size_t used_ = 0;
};

// Calls `work(judge, i)` for all i below `count`.
template <typename Work>
void for_each_with_judge(std::size_t count, const MeaningOptions& options, const Work& work) {
  const unsigned threads = base::thread_count(options.threads);
  std::vector<MeaningJudge> judges(threads);
  std::atomic<std::size_t> done = 0;
  base::for_each_in_parallel<algebra::ThreadMemory>(count, threads,
                                                    [&](std::size_t i, std::size_t thread) {
                                                      work(judges[thread], i);
                                                      const std::size_t finished = ++done;
                                                      if (options.on_done)
                                                        options.on_done(finished, count);
                                                    });
}

// Groups of numbers below `count`; groups can be joined.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// The mean vector of every group, of length 1.
Vectors means_of(std::span<const std::string> expressions, std::span<const std::uint32_t> group_of,
                 std::size_t groups, const ExpressionVectors& vectors) {
  Vectors means(groups, vectors.width());
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const auto vector = vectors.of(expressions[i]);
    const auto mean = means.row(group_of[i]);
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += vector[k];
  }
  for (std::size_t g = 0; g < groups; ++g) normalise(means.row(g));
  return means;
}

// Pairs of groups of which one is among the nearest of the other, each pair once.
std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours_of(const Vectors& means) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<std::uint32_t> order;
  for_each_row_of_products(means, means, 1, [&](std::size_t row, std::span<const float> products) {
    order.resize(products.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::erase(order, static_cast<std::uint32_t>(row));
    const std::size_t count = std::min(kNeighbours, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count),
                              [&](std::uint32_t a, std::uint32_t b) {
                                return products[a] != products[b] ? products[a] > products[b]
                                                                  : a < b;
                              });
    for (std::size_t i = 0; i < count; ++i) {
      const auto self = static_cast<std::uint32_t>(row);
      pairs.emplace_back(std::min(self, order[i]), std::max(self, order[i]));
    }
  });
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  return pairs;
}

}  // namespace

std::vector<algebra::Verdict> judge_pairs(
    std::span<const std::pair<std::string_view, std::string_view>> pairs,
    const MeaningOptions& options) {
  std::vector<algebra::Verdict> verdicts(pairs.size());
  std::vector<double> seconds(pairs.size());
  for_each_with_judge(pairs.size(), options, [&](MeaningJudge& judge, std::size_t i) {
    const double start = base::thread_cpu_seconds();
    verdicts[i] = judge.compare(pairs[i].first, pairs[i].second, options.seconds);
    seconds[i] = base::thread_cpu_seconds() - start;
  });
  if (options.cost != nullptr) {
    options.cost->decisions += pairs.size();
    for (const double one : seconds) {
      options.cost->seconds += one;
      options.cost->longest = std::max(options.cost->longest, one);
    }
  }
  return verdicts;
}

std::vector<base::Digest> fingerprints_of(std::span<const std::string> expressions,
                                          const MeaningOptions& options) {
  std::vector<base::Digest> prints(expressions.size());
  for_each_with_judge(expressions.size(), options, [&](MeaningJudge& judge, std::size_t i) {
    prints[i] = judge.fingerprint(expressions[i]);
  });
  return prints;
}

std::vector<std::uint32_t> group_by_meaning(std::span<const std::string> expressions,
                                            const ExpressionVectors& vectors,
                                            const MeaningOptions& options) {
  const std::vector<base::Digest> prints = fingerprints_of(expressions, options);
  std::vector<std::uint32_t> group_of;
  std::vector<std::string_view> first_of;  // an expression from every group
  std::unordered_map<base::Digest, std::uint32_t> known;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    auto group = static_cast<std::uint32_t>(first_of.size());
    // An expression that cannot be read forms a separate group.
    if (prints[i] != base::Digest()) group = known.emplace(prints[i], group).first->second;
    if (group == first_of.size()) first_of.push_back(expressions[i]);
    group_of.push_back(group);
  }
  const auto close = neighbours_of(means_of(expressions, group_of, first_of.size(), vectors));
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const auto& [a, b] : close) pairs.emplace_back(first_of[a], first_of[b]);
  const std::vector<algebra::Verdict> verdicts = judge_pairs(pairs, options);
  Groups groups(first_of.size());
  for (std::size_t i = 0; i < close.size(); ++i) {
    const bool equal =
        verdicts[i] == algebra::Verdict::Proven || verdicts[i] == algebra::Verdict::Agrees;
    if (equal) groups.join(close[i].first, close[i].second);
  }
  std::unordered_map<std::uint32_t, std::uint32_t> number_of;
  for (std::uint32_t& group : group_of) {
    group = number_of.emplace(groups.find(group), static_cast<std::uint32_t>(number_of.size()))
                .first->second;
  }
  return group_of;
}

}  // namespace noether::evaluation
