#include "noether/amr/mathamr/linearize.h"

#include <vector>

namespace noether::amr {

std::string linearize(const PenmanTree& tree, const LinearizeOptions& options) {
  std::string out;
  const auto put = [&](std::string_view word) {
    if (word.empty()) return;
    if (!out.empty()) out += ' ';
    out += word;
  };
  struct Place {
    NodeId node;
    std::size_t next;
  };
  std::vector<Place> open;
  const auto open_node = [&](NodeId node) {
    put(without_quotes(tree.nodes[node].concept_name));
    open.push_back({node, 0});
  };
  if (!tree.nodes.empty()) open_node(0);
  while (!open.empty()) {
    Place& place = open.back();
    const PenmanTree::Node& node = tree.nodes[place.node];
    if (place.next == node.branches.size()) {
      open.pop_back();
      continue;
    }
    const PenmanTree::Branch& branch = node.branches[place.next++];
    if (options.roles) put(":" + branch.role);
    if (branch.kind == PenmanTree::Target::Node) {
      open_node(branch.node);
    } else if (branch.kind == PenmanTree::Target::Constant) {
      put(without_quotes(branch.constant));
    } else if (options.roles || options.repeats) {
      put(without_quotes(tree.nodes[branch.node].concept_name));
    }
  }
  return out;
}

}  // namespace noether::amr
