// Which classes hold the same terms, when the order of commutative arguments does not matter.
//
// Counting rests on one fact: no term, and no twin of it, is in two classes. A saturated e-graph
// has it by congruence, but one that stopped at a limit may still hold x+y in one class and y+x in
// another. Such classes are equal (the symbol is commutative), so they are merged here, and with
// them all that follows by congruence; of the nodes that become the same, one remains.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/egraph/terms/term_graph.h"
#include "noether/egraph/terms/term_rules.h"

namespace noether::egraph {

struct TwinClosure {
  std::vector<std::uint32_t> class_of;  // of each class, the smallest class that it is merged with
  std::vector<std::uint32_t> nodes;     // one of each set of equal nodes, ascending
};

TwinClosure close_over_twins(const TermGraph& graph, const TermRules& rules);

}  // namespace noether::egraph
