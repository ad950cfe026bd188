#include "noether/egraph/digest.h"

namespace noether::egraph {

base::Digest digest_of(const EGraphCore& graph) {
  base::Hasher hasher;
  hasher.add_number(graph.id_count());
  for (NodeId id = 0; id < graph.id_count(); ++id) {
    hasher.add_number(graph.find(id));
    hasher.add_number((graph.is_live(id) ? 1U : 0U) | (graph.is_visible(id) ? 2U : 0U));
    if (!graph.is_live(id)) continue;
    const NodeView node = graph.view(id);
    hasher.add_number(node.symbol);
    hasher.add_number(node.children.size());
    for (const ClassId child : node.children) hasher.add_number(child);
  }
  return hasher.digest();
}

}  // namespace noether::egraph
