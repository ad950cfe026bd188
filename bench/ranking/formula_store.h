// The formulas of a study in memory: trees, features, identities, and the statistics of the pool.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/ranking/plain_tree.h"
#include "noether/base/hash.h"
#include "noether/formula/formula.h"
#include "noether/index/features/feature_counter.h"
#include "noether/index/features/layout_tuples.h"
#include "noether/index/features/operator_paths.h"

namespace noether::bench {

struct StoredFormula {
  index::OperatorPaths paths;
  std::vector<index::FeatureCount> tuples;  // by key
  double tuple_count = 0;
  double tuple_norm = 0;            // Σ (idf count)², after all formulas are read
  double path_structure = 0;        // the largest structural score it can have, its own
  std::vector<base::Digest> parts;  // key and number of operands of every sub-expression, sorted
  base::Digest root_part;
  std::vector<std::uint64_t> names;  // words and letters, sorted
  PlainTree layout;
  PlainTree operators;
  base::Digest visual;
  base::Digest structural;
  base::Digest alpha;
  base::Digest meaning;  // zero when algebra does not read it
};

class FormulaStore {
 public:
  FormulaStore(const std::vector<std::string>& latex, index::TupleKinds kinds);

  // Reads a query, which does not count in the statistics.
  StoredFormula read(const std::string& latex) const;

  std::size_t size() const { return formulas_.size(); }
  const StoredFormula& operator[](std::size_t i) const { return formulas_[i]; }

  // In how many formulas a feature occurs.
  double path_frequency(std::uint64_t key) const;
  double tuple_frequency(std::uint64_t key) const;
  double symbol_frequency(std::uint64_t symbol) const;
  double tuple_idf(std::uint64_t key) const;
  double path_idf(std::uint64_t key) const;
  double symbol_idf(std::uint64_t symbol) const;
  double mean_tuple_count() const { return mean_tuple_count_; }

 private:
  StoredFormula read_unweighed(const std::string& latex) const;
  void weigh(StoredFormula& stored) const;

  using Frequencies = std::unordered_map<std::uint64_t, std::uint32_t>;

  index::TupleKinds kinds_;
  std::vector<StoredFormula> formulas_;
  Frequencies paths_;
  Frequencies tuples_;
  Frequencies symbols_;
  double mean_tuple_count_ = 0;
};

}  // namespace noether::bench
