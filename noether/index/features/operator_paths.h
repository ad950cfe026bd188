// Path prefixes of operator trees, the features of Approach0 (Zhong and Zanibbi).
//
// A path leads from every leaf up to the root. Each beginning of the path, from the leaf to an
// operator above it (the `top`), is a prefix. Two formulas share the shape of a sub-expression if
// many prefixes agree that end in one node of each formula.
//
// Tokens are classes, so that prefixes agree more often than formulas do: a leaf is a variable, a
// number, or something else; + and − are one class, so are = and ≈, sin and cos. A negation leaves
// no token. Operators whose operands have different roles (a fraction, a power, limits) add the
// number of the operand from which the path comes. The original symbols are stored as well, for
// each leaf and each prefix, to align symbols afterwards.
//
// This file also defines the classes of operators on a path, and the operators whose operands are
// distinguished.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/formula/operator_tree.h"
#include "noether/formula/operators.h"

namespace noether::index {

// The key of an operator, computed from its name, so it does not change when operators are added to
// the list.
std::uint64_t operator_key(formula::Op op);

// Equal for operators that may replace each other in similar formulas: + and −, = and ≈, ∑ and ∏.
// The class of a call depends on its name: sin and cos are in one class, f and g in another, and
// gcd has its own.
std::uint64_t path_class(formula::Op op, std::string_view label);

// Whether it matters which operand a path comes from: above or below a fraction's bar.
bool keeps_operands_apart(formula::Op op);

// Whether the operator is a call of a function of one letter, f(x): the letter is a symbol like any
// other.
bool is_letter_call(formula::Op op, std::string_view label);

struct PathPrefix {
  std::uint64_t key = 0;        // of the classes from the leaf up to the top
  std::uint32_t operators = 0;  // of the operators as written on the same way
  std::uint16_t leaf = 0;       // number of the leaf, from the left
  std::uint16_t top = 0;        // number of the operator, parents first
};

struct PathLeaf {
  std::uint64_t symbol = 0;  // of the leaf as written: x, 3.14
  formula::NodeId node = formula::kNoNode;
};

// Larger formulas have features only for their first leaves and their lower operators.
inline constexpr std::size_t kMaxPathLeaves = 1024;
inline constexpr std::size_t kMaxPathLength = 24;  // operators on one path

struct OperatorPaths {
  std::vector<PathPrefix> prefixes;  // by leaf, then from the shortest
  std::vector<PathLeaf> leaves;
  std::vector<formula::NodeId> tops;  // the operators, by their number

  void clear() {
    prefixes.clear();
    leaves.clear();
    tops.clear();
  }
};

// Reuses its working memory from one formula to the next. Not thread-safe.
class OperatorPathReader {
 public:
  // `out` is emptied first. A formula that is one leaf has one prefix, the leaf itself.
  void read(const formula::OperatorTree& tree, OperatorPaths& out);

 private:
  struct Step {
    std::uint64_t token = 0;    // the class
    std::uint64_t written = 0;  // the operator itself
    std::uint32_t parent = 0;   // the step above
    std::uint32_t operand = 0;  // the number of this operand
    std::uint16_t top = 0;
    bool silent = false;  // leaves no token
    bool apart = false;   // its operands are distinguished
  };
  struct Visit {
    formula::NodeId node;
    std::uint32_t parent;  // index into steps_
    std::uint32_t operand;
  };

  void add_leaf(formula::NodeId node, std::uint64_t kind, std::uint64_t symbol,
                std::uint32_t parent, std::size_t operand, OperatorPaths& out);

  std::vector<Step> steps_;
  std::vector<Visit> pending_;
};

}  // namespace noether::index
