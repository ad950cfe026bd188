// Decides whether two formulas are equal in meaning, and under which names of their variables.
// Expressions are equal if they have the same values. Equations are equal if their sides are equal,
// in either order, or if the difference of the sides of one is a multiple of that of the other: 2x
// = 4 and x - 2 = 0. find_equal_among selects the formulas that equal a query in this way from
// those that are the same in some sense.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_hit.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/is_over.h"

namespace noether::search {

struct Equality {
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  std::string reason;  // one line for people
  // Names of the formula with the corresponding names of the query, where they differ.
  std::vector<std::pair<std::string, std::string>> renamed;
};

// For one query and any number of formulas. Not thread-safe.
class EqualFormulas {
 public:
  explicit EqualFormulas(const formula::OperatorTree& query);
  ~EqualFormulas();

  // Whether the query is an expression or an equation of few variables; otherwise compare decides
  // nothing.
  bool can_compare() const;
  // Whether all letters of the query and of the formula may be renamed: i and Γ have a fixed
  // meaning.
  bool can_rename(const formula::OperatorTree& formula);

  // Empty if the two are not equal, or algebra cannot read one of them. It takes about the given
  // time at most. If they are equal only where both are defined, the reason says so.
  std::optional<Equality> compare(const formula::OperatorTree& formula, double seconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

using SameCandidate = std::pair<Sameness, std::uint32_t>;  // and the number of the formula

// The results keep their order. Algebra may take this many seconds in all. Returns an error if
// `is_over` becomes true.
base::Result<EqualFormulaList> find_equal_among(std::span<const SameCandidate> same,
                                                const index::IndexReader& index,
                                                const FormulaQuery& query, double seconds,
                                                const IsOver& is_over);

}  // namespace noether::search
