#include "noether/formula/ids.h"

#include <ranges>
#include <vector>

#include "noether/formula/tree_digests.h"

namespace noether::formula {

base::Digest visual_id(const LayoutTree& tree) {
  constexpr std::uint64_t kEnd = 0x656E64;
  Digest digest{1, 2};
  std::vector<NodeId> pending;
  if (!tree.empty()) pending.push_back(tree.root());
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == kNoNode) {
      digest = mixed(digest, kEnd);
      continue;
    }
    const LayoutNode& node = tree.node(id);
    std::uint64_t relations = 0;
    // Pushed in reverse, so that the links are read in their order, each closed by its own mark.
    for (const Relation relation : std::views::reverse(kRelations)) {
      if (node.link(relation) == kNoNode) continue;
      relations |= std::uint64_t{1} << static_cast<unsigned>(relation);
      pending.push_back(kNoNode);
      pending.push_back(node.link(relation));
    }
    digest = mixed(digest, static_cast<std::uint64_t>(node.kind) << 32 |
                               std::uint64_t{node.barless} << 16 | relations);
    digest = mixed(digest, digest_of_label(tree.label(id)));
    if (node.kind == SymbolKind::Group) {
      digest = mixed(digest, (std::uint64_t{node.open_bytes} << 32) |
                                 (std::uint64_t{node.rows} << 16) | node.columns);
    }
  }
  return digest;
}

base::Digest structural_id(const OperatorTree& tree) {
  if (tree.empty()) return {};
  OperatorDigests digests(tree);
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    digests.set_label(id, digest_of_label(tree.label(id)));
  }
  return digests.compute([](NodeId) -> const Digest* { return nullptr; });
}

}  // namespace noether::formula
