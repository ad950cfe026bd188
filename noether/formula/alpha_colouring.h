// Identity up to renaming: canonical names by colour refinement.
// A name is coloured by its places, and the places by the colours of the names around them, until
// no colour class splits any more. To separate names that are still alike, each is singled out in
// turn; the smallest result is the canonical one, so it does not depend on the choice.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/tree_digests.h"

namespace noether::formula {

inline constexpr std::uint32_t kNoName = 0xFFFFFFFFu;

// Keeps its working memory from one formula to the next.
class AlphaColouring {
 public:
  // The tree is not empty, and must live until the identity is computed. The names in `constants`
  // are not renamed either.
  void read(const OperatorTree& tree, std::span<const std::string_view> constants = {});
  // The digest of the tree with its names.
  const Digest& structural() const { return structural_[tree_->root()]; }
  Digest canonical();

  // Writes the tree with the operands of unordered operators in an order that depends neither on
  // names nor on how they are written: larger operands first. Exchangeable names keep their written
  // order. `names` gets the number of the name at each of its nodes, by first use in that order, or
  // kNoName. Call this after canonical().
  void write_canonical(OperatorTree& tree, std::vector<std::uint32_t>& names);

 private:
  std::uint32_t number_of_name(std::string_view name);
  Digest over_children(NodeId id, const Digest& own, const std::vector<Digest>& trees);
  void find_sums();
  bool can_be_exchanged(const Digest& colour) const;
  std::size_t classes();
  Digest hash_tree();
  void refine();
  void step();
  std::optional<Digest> single_out();
  NodeId copy(NodeId id, OperatorTree& tree, std::vector<std::uint32_t>& names) const;

  const OperatorTree* tree_ = nullptr;
  // By node; false for nodes that cannot be reached from the root.
  std::vector<std::uint8_t> reachable_;
  std::vector<Digest> structural_;
  std::vector<Digest> trees_;  // with names replaced by their colours
  std::vector<Digest> own_;    // the digest of a node by itself, if it is not a name
  std::vector<Digest> context_;
  std::vector<std::uint32_t> name_of_;
  std::vector<std::uint8_t> above_name_;  // whether the node or a descendant is a name
  std::vector<std::uint32_t> sizes_;      // nodes of the subtree; see write_canonical
  std::vector<NodeId> named_;             // the nodes with above_name_ set, children first

  std::vector<std::string_view> names_;  // the first names, by number; most formulas have few
  std::map<std::string_view, std::uint32_t> more_names_;
  std::vector<Digest> colours_;                           // by name
  std::vector<std::uint32_t> sums_;                       // by name; see find_sums
  std::vector<std::pair<std::uint32_t, Digest>> places_;  // the places of names
  std::vector<Digest> leaves_;  // by name: the digest of a variable of that colour
  std::vector<Digest> sorted_;
  std::vector<Digest> ordered_;
};

}  // namespace noether::formula
