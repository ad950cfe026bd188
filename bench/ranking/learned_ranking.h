// Learns weights for the ranking of formulas, and measures them by cross-validation over topics.
//
// A topic is never ranked with weights learned from its own judgements in any pool.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/ranking/judged_pool.h"
#include "bench/ranking/linear_ranking.h"
#include "bench/ranking/measures.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_searcher.h"

namespace noether::bench {

// An index of the formulas of a pool, on disk like any other.
class FormulaIndex {
 public:
  static base::Result<FormulaIndex> build(const JudgedPool& pool);

  const index::IndexReader& reader() const { return *reader_; }
  // The judged items of a formula of the index.
  std::span<const std::uint32_t> items(std::uint32_t formula) const { return items_[formula]; }
  // The formulas of an item.
  std::span<const std::uint32_t> formulas(std::uint32_t item) const { return formulas_[item]; }

 private:
  std::unique_ptr<base::TemporaryFolder> folder_;
  std::unique_ptr<index::IndexReader> reader_;
  std::vector<std::vector<std::uint32_t>> items_;
  std::vector<std::vector<std::uint32_t>> formulas_;
};

struct RankedPool {
  std::string name;
  JudgedPool pool;
  FormulaIndex index;
  std::uint32_t depth = 1000;         // most items that are ranked
  std::vector<TopicMoments> moments;  // for each query, over its judged items
};

// Computes the moments of the judged items.
base::Result<void> learn_moments(RankedPool& ranked);

// Learns weights from the topics of the pools that `takes` selects.
using TakesTopic = std::function<bool(const std::string& topic)>;
search::FormulaWeights learn_weights(std::span<RankedPool* const> pools,
                                     std::span<const std::size_t> chosen, const Ridge& ridge,
                                     const TakesTopic& takes);
inline constexpr int kFolds = 5;
int fold_of(const std::string& topic);
// ARQMath numbers the topics of 2020 from 1 and those of 2021 from 201: B.7, B.207.
int year_of(const std::string& topic);

// Returns the distinct items of ranked formulas, at most as many as the depth of the pool.
std::vector<std::uint32_t> items_of(const RankedPool& ranked,
                                    std::span<const std::uint32_t> formulas);

// Returns the items of a pool for one query, best first.
base::Result<std::vector<std::uint32_t>> ranked_items(const RankedPool& ranked,
                                                      search::FormulaSearcher& searcher,
                                                      const std::string& latex,
                                                      search::FormulaSearchOptions options);

// Returns the mean over the topics. `weights_of` returns the weights for a topic.
using WeightsOf = std::function<search::FormulaWeights(const std::string& topic)>;
base::Result<Measures> measure_pool(const RankedPool& ranked,
                                    const search::FormulaSearchOptions& options,
                                    const WeightsOf& weights_of);

}  // namespace noether::bench
