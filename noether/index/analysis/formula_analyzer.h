// Makes the index entry of a formula from its LaTeX, for formulas of documents and of queries.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "noether/formula/formula.h"
#include "noether/index/entry.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"

namespace noether::index {

// Reuses its working memory from one formula to the next. Not thread-safe. References are valid
// until the next call of the same function.
class FormulaAnalyzer {
 public:
  FormulaAnalyzer();
  FormulaAnalyzer(FormulaAnalyzer&&) noexcept;
  FormulaAnalyzer& operator=(FormulaAnalyzer&&) noexcept;
  ~FormulaAnalyzer();

  // Makes the whole entry: identities, the terms of the spaces `paths` and `tuples`, and the packed
  // operator tree as payload. Never fails: if a formula can be read only in part, that part is
  // used. Keys are in the order in which the features occur, the same on every machine.
  void analyze(std::string_view latex, FormulaEntry& entry);

  // Single parts of the entry. The LaTeX has no dollar signs, as in a document.
  const formula::Formula& read(std::string_view latex);
  const OperatorPaths& paths(const formula::OperatorTree& tree);
  // For each kind of prefix, the maximum number that end in one top.
  std::span<const FeatureCount> count_paths(const OperatorPaths& paths);
  std::span<const FeatureCount> tuples(const formula::LayoutTree& tree);
  // Zero if algebra cannot read the formula (an inequality, a list, text) or it is very large. Most
  // expressions of up to four variables have the same meaning as their renamings, and so do
  // equations of one variable. Equations have the same meaning if the differences of their sides
  // differ by a factor: 2x = 4 and 2 - x = 0.
  base::Digest meaning(const formula::OperatorTree& tree);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
