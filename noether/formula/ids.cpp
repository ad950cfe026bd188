#include "noether/formula/ids.h"

#include <ranges>
#include <vector>

#include "noether/formula/alpha_colouring.h"
#include "noether/formula/tree_digests.h"

namespace noether::formula {

struct IdReader::State {
  std::vector<NodeId> pending;
  AlphaColouring colouring;
};

IdReader::IdReader() : state_(std::make_unique<State>()) {}
IdReader::IdReader(IdReader&&) noexcept = default;
IdReader& IdReader::operator=(IdReader&&) noexcept = default;
IdReader::~IdReader() = default;

base::Digest IdReader::visual(const LayoutTree& tree) {
  constexpr std::uint64_t kEnd = 0x656E64;
  Digest digest{1, 2};
  std::vector<NodeId>& pending = state_->pending;
  pending.clear();
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
    // Links are pushed in reverse, so that they are read in order, each closed by its own mark.
    for (const Relation relation : std::views::reverse(kRelations)) {
      if (node.link(relation) == kNoNode) continue;
      relations |= std::uint64_t{1} << static_cast<unsigned>(relation);
      pending.push_back(kNoNode);
      pending.push_back(node.link(relation));
    }
    digest = mixed(digest, static_cast<std::uint64_t>(node.kind) << 32 |
                               std::uint64_t{node.barless} << 16 | relations);
    digest = mixed(digest, digest_of_short_label(tree.label(id)));
    if (node.kind == SymbolKind::Group) {
      digest = mixed(digest, (std::uint64_t{node.open_bytes} << 32) |
                                 (std::uint64_t{node.rows} << 16) | node.columns);
    }
  }
  return digest;
}

IdReader::OfOperators IdReader::of(const OperatorTree& tree) {
  if (tree.empty()) return {};
  state_->colouring.read(tree);
  return {state_->colouring.structural(), state_->colouring.canonical()};
}

base::Digest visual_id(const LayoutTree& tree) { return IdReader().visual(tree); }

base::Digest structural_id(const OperatorTree& tree) { return IdReader().of(tree).structural; }

base::Digest alpha_id(const OperatorTree& tree) { return IdReader().of(tree).alpha; }

}  // namespace noether::formula
