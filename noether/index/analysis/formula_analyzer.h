// What an index keeps of a formula, made from its LaTeX: for formulas of documents and of queries.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "noether/formula/formula.h"
#include "noether/index/entry.h"
#include "noether/index/features/feature_counter.h"
#include "noether/index/features/operator_paths.h"

namespace noether::index {

// Keeps its working memory from one formula to the next. Not for two threads. What is returned by
// reference lives until the same is asked for again.
class FormulaAnalyzer {
 public:
  FormulaAnalyzer();
  FormulaAnalyzer(FormulaAnalyzer&&) noexcept;
  FormulaAnalyzer& operator=(FormulaAnalyzer&&) noexcept;
  ~FormulaAnalyzer();

  // All of it: identities, the terms of the spaces `paths` and `tuples`, the packed operator tree
  // as payload. Never fails: of what cannot be read in whole, the part that can be read is kept.
  // Keys come in the order in which the features are met, the same on every machine.
  void analyze(std::string_view latex, FormulaEntry& entry);

  // Single parts of it. The LaTeX stands as in a document, without dollar signs.
  const formula::Formula& read(std::string_view latex);
  const OperatorPaths& paths(const formula::OperatorTree& tree);
  // Of each kind of prefix, the most that end in one top.
  std::span<const FeatureCount> count_paths(const OperatorPaths& paths);
  std::span<const FeatureCount> tuples(const formula::LayoutTree& tree);
  // Zero when algebra cannot read it (an inequality, a list, text) or it is very large. Most
  // expressions of up to four variables have the meaning of those that only name them differently,
  // and so have equations of one variable. Equations mean the same when what they say is zero
  // differs by a factor: 2x = 4 and 2 - x = 0.
  base::Digest meaning(const formula::OperatorTree& tree);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
