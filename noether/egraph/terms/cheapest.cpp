#include "noether/egraph/terms/cheapest.h"

#include <numeric>

namespace noether::egraph::detail {

ParentNodes::ParentNodes(const TermGraph& graph) : first_(graph.class_count() + 1, 0) {
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    for (const std::uint32_t child : graph.children(node)) ++first_[child];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  parents_.resize(first_.back());
  for (std::uint32_t node = graph.node_count(); node-- > 0;) {
    for (const std::uint32_t child : graph.children(node)) parents_[--first_[child]] = node;
  }
}

}  // namespace noether::egraph::detail
