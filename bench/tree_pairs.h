// What two trees have in common: the multisets of their parent-child-relation pairs.
#pragma once

#include <map>
#include <string>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::bench {

// "parent relation child" to how often it occurs.
using Pairs = std::map<std::string, int>;

// Relations are those of the layout tree; labels carry their kind.
Pairs layout_pairs(const formula::LayoutTree& tree);

// The relation is the operand's position; for unordered operators there is none.
Pairs operator_pairs(const formula::OperatorTree& tree);

// Micro-averaged precision, recall and F1 of pairs.
struct Agreement {
  long long ours = 0;
  long long theirs = 0;
  long long common = 0;

  void add(const Pairs& a, const Pairs& b);
  double precision() const {
    return ours == 0 ? 1 : static_cast<double>(common) / static_cast<double>(ours);
  }
  double recall() const {
    return theirs == 0 ? 1 : static_cast<double>(common) / static_cast<double>(theirs);
  }
  double f1() const {
    return ours + theirs == 0
               ? 1
               : 2 * static_cast<double>(common) / static_cast<double>(ours + theirs);
  }
};

}  // namespace noether::bench
