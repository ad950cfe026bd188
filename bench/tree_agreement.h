// Measures the agreement of two trees by the intersection of the multisets of their
// parent-child-relation pairs.
//
// Conventions are families of differences between Noether's operator trees and LaTeXML's, where
// LaTeXML's vocabulary has one reading for several of Noether's. Each convention rewrites a tree
// into the coarser reading, so that agreement can be measured strictly and up to each family in
// turn. docs/fidelity.md describes and justifies each of them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::bench {

// Maps "parent relation child" to its number of occurrences.
using Pairs = std::map<std::string, int>;

// The relations are those of the layout tree; the labels include their kind.
Pairs layout_pairs(const formula::LayoutTree& tree);

// The relation is the operand's position, or empty for unordered operators.
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

struct Convention {
  std::string_view name;
  formula::OperatorTree (*apply)(const formula::OperatorTree& tree);
};

std::span<const Convention> conventions();

}  // namespace noether::bench
