// Whether two formulas are equal in meaning, and under which names of their variables.
//
// Expressions are equal when they have the same values. Equations are when their sides are, in
// either order, or when what one says is zero is a multiple of what the other says: 2x = 4 and
// x - 2 = 0.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/formula/operator_tree.h"

namespace noether::search {

struct Equality {
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  std::string reason;  // one line for people
  // Names of the formula and what they are called in the query, where they differ.
  std::vector<std::pair<std::string, std::string>> renamed;
};

// For one query and any number of formulas. Not for two threads.
class EqualFormulas {
 public:
  explicit EqualFormulas(const formula::OperatorTree& query);
  ~EqualFormulas();

  // Whether the query is an expression or an equation of few variables; of anything else compare
  // knows nothing.
  bool can_compare() const;
  // Whether all letters of the query and of the formula are names that may be others: i and Γ have
  // a meaning of their own, though a letter is all they are.
  bool can_rename(const formula::OperatorTree& formula);

  // Nothing when the two are not equal, or one of them is nothing that algebra reads. Takes the
  // time that it is given and not much more. When the two are equal only where both are defined,
  // the reason says so.
  std::optional<Equality> compare(const formula::OperatorTree& formula, double seconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::search
