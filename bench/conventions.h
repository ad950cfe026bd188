// Families of differences between Noether's operator trees and LaTeXML's: places where LaTeXML's
// vocabulary has one reading for what Noether tells apart. Each convention rewrites a tree into the
// coarser reading, so that agreement can be measured strictly and up to each family in turn.
// docs/fidelity.md names and argues every one.
#pragma once

#include <span>
#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::bench {

struct Convention {
  std::string_view name;
  formula::OperatorTree (*apply)(const formula::OperatorTree& tree);
};

std::span<const Convention> conventions();

}  // namespace noether::bench
