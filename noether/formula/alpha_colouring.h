// Identity up to renaming: canonical names by colour refinement.
// A name is coloured by its places, and the places by the colours of the names around them, until
// no colour class splits any more. Names that are still alike are separated by singling one out;
// the smallest result is the canonical one, so it does not depend on the choice.
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

  // The tree with the operands of unordered operators in an order that depends neither on names nor
  // on how they are written: larger operands first. Exchangeable names keep their written order.
  // `names` has the number of the name at each of its nodes, by first use in that order, or
  // kNoName. To be called after canonical().
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
  std::vector<Digest> trees_;  // as they are coloured
  std::vector<Digest> own_;    // of a node by itself, when it is no name
  std::vector<Digest> context_;
  std::vector<std::uint32_t> name_of_;
  std::vector<std::uint8_t> above_name_;  // whether a name stands there or below
  std::vector<std::uint32_t> sizes_;      // nodes of the subtree; see write_canonical
  std::vector<NodeId> named_;             // the nodes of which that holds, children first

  std::vector<std::string_view> names_;  // the first of them, by number; most formulas have few
  std::map<std::string_view, std::uint32_t> more_names_;
  std::vector<Digest> colours_;                           // by name
  std::vector<std::uint32_t> sums_;                       // by name; see find_sums
  std::vector<std::pair<std::uint32_t, Digest>> places_;  // names where they stand
  std::vector<Digest> leaves_;                            // by name: a variable of that colour
  std::vector<Digest> sorted_;
  std::vector<Digest> ordered_;
};

}  // namespace noether::formula
