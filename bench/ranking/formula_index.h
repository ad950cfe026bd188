// An index of the formulas of a pool, on disk as any other.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "bench/ranking/judged_pool.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/index_reader.h"

namespace noether::bench {

class FormulaIndex {
 public:
  static base::Result<FormulaIndex> build(const JudgedPool& pool);

  const index::IndexReader& reader() const { return *reader_; }
  // What is judged of a formula of the index.
  std::span<const std::uint32_t> items(std::uint32_t formula) const { return items_[formula]; }
  // The formulas of an item.
  std::span<const std::uint32_t> formulas(std::uint32_t item) const { return formulas_[item]; }

 private:
  std::unique_ptr<base::TemporaryFolder> folder_;
  std::unique_ptr<index::IndexReader> reader_;
  std::vector<std::vector<std::uint32_t>> items_;
  std::vector<std::vector<std::uint32_t>> formulas_;
};

}  // namespace noether::bench
