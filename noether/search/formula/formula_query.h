// A formula to search for: its trees and features, and the wildcards in it.
//
//   ?a   any sub-expression, the same each time; different letters may differ
//   ??   any sub-expression, which may differ each time
// A question mark before anything else is an ordinary character. A wildcard is two bytes, and so is
// the letter that replaces it before the LaTeX is read, so positions do not change. The letters are
// Armenian, which no formula uses.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/formula/formula.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"
#include "noether/index/schema.h"
#include "noether/search/formula/flat_tree.h"

namespace noether::search {

struct Wildcard {
  base::Span span;    // in the LaTeX
  char32_t name = 0;  // the letter; '?' for ??
};

struct WildcardLatex {
  std::string latex;  // with a letter for each wildcard
  // With a number for each wildcard: features that both texts have contain no wildcard.
  std::string other;
  std::vector<Wildcard> wildcards;
};

// Wildcards are not recognised in \text{…} and similar commands. A question mark stands for itself
// after a backslash and before anything but a letter or another question mark.
WildcardLatex replace_wildcards(std::string_view latex);

// A query that consists of an operator alone, such as \int or =, finds the formulas that contain
// the operator. These are the nodes that such an operator can make: over operands, in a chain of
// relations, in a derivative, alone. A formula has the operator if it has any of them. Empty if the
// query is not a single operator.
std::vector<FlatNode> bare_operator(const formula::Formula& formula);

class FormulaQuery {
 public:
  // Reads LaTeX without its dollar signs. Returns an error with a place in the LaTeX if no part of
  // it could be read, or if it consists of wildcards.
  static base::Result<FormulaQuery> read(std::string_view latex);

  const std::string& latex() const { return latex_; }
  const formula::Formula& formula() const { return formula_; }
  const index::OperatorPaths& paths() const { return paths_; }
  // The tuples with their counts in the query, without those that contain a wildcard.
  const std::vector<index::FeatureCount>& tuples() const { return tuples_; }
  // Zero if there is no such identity, as for all queries with wildcards.
  const base::Digest& identity(index::Identity identity) const {
    return identities_[static_cast<std::size_t>(identity)];
  }

  bool has_wildcards() const { return !wildcards_.empty(); }
  // The wildcard of a leaf of the operator tree, or of the name of a function: 0 if it is not a
  // wildcard, kAnything for ??, and otherwise the letter.
  char32_t wildcard(formula::NodeId node) const;
  static constexpr char32_t kAnything = U'?';

 private:
  std::string latex_;
  formula::Formula formula_;
  index::OperatorPaths paths_;
  std::vector<index::FeatureCount> tuples_;
  std::array<base::Digest, index::kIdentities> identities_{};
  std::vector<Wildcard> wildcards_;  // in order
};

}  // namespace noether::search
