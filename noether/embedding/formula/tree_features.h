// The features of a formula's shape, as hashes with counts. Each node of the operator tree has
// features for itself, for the path to it from above, for its operands, and for the subtree below
// it. A node is represented by its label (an operator, a name, a number) or by its kind, which is
// the same for all names and the same for all numbers. Features of a subtree ignore the order of
// commuting operands. Time and the number of features are linear in the number of nodes, of which
// there are at most kMostFormulaNodes. Hashes are the same on every machine. A change here changes
// the vectors and must increase kFormulaEncoderVersion (formula_encoder.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/embedding/formula/canonical_formula.h"

namespace noether::embedding {

enum class FeatureKind : std::uint8_t {
  Label,           // of a node
  Kind,            // of a node
  Role,            // of a name: its number
  Edge,            // the kind of the parent and the label
  EdgeKind,        // both kinds
  Path,            // three nodes downwards
  PathKind,        //
  LongPath,        // four nodes
  LongPathKind,    //
  TopPath,         // from the root, at most three nodes, with the depth; by kind
  Siblings,        // two operands of one operator
  SiblingKinds,    //
  Subtree,         // with its names
  SubtreeKind,     //
  SubtreeRenamed,  // names by first use in the subtree; only near the root
  Value,           // the value of a part
};
inline constexpr std::size_t kFeatureKinds = 16;
// The names of the kinds in files of features and in the documentation, in the same order.
inline constexpr std::array<std::string_view, kFeatureKinds> kFeatureKindNames = {
    "U", "UG", "UR", "E", "EG", "P", "PG", "P4", "PG4", "D", "S", "SG", "T", "TG", "TA", "M"};

struct TreeFeature {
  std::uint64_t hash = 0;  // of the kind and the content
  FeatureKind kind = FeatureKind::Label;
  std::uint32_t count = 0;

  friend bool operator==(const TreeFeature&, const TreeFeature&) = default;
};

// Keeps its working memory from one formula to the next. One thread at a time may use it.
class TreeFeatures {
 public:
  // The features, ascending by hash. `values` are digests of the values of parts
  // (formula_meaning.h).
  void read(const CanonicalFormula& formula, std::span<const std::uint64_t> values,
            std::vector<TreeFeature>& features);

 private:
  void digest_nodes();
  void read_nodes();
  void add_way_from_above(formula::NodeId id);
  void add_siblings(formula::NodeId id);
  void add_subtree(formula::NodeId id);
  void add(FeatureKind kind, std::uint64_t content);

  const CanonicalFormula* formula_ = nullptr;
  std::vector<std::uint64_t> labels_;         // by node
  std::vector<std::uint64_t> kinds_;          // by node
  std::vector<std::uint64_t> subtrees_;       // by node
  std::vector<std::uint64_t> subtree_kinds_;  // by node
  std::vector<std::uint32_t> sizes_;          // by node
  std::vector<formula::NodeId> parents_;      // by node
  std::vector<std::uint32_t> depths_;         // by node
  std::vector<std::uint64_t> sorted_;
  std::vector<std::uint32_t> local_;  // by name: its number in a subtree
  std::vector<TreeFeature> found_;
};

// One line of a file of features: kind:hash:count, hashes in hexadecimal, separated by blanks.
std::string features_line(std::span<const TreeFeature> features);

}  // namespace noether::embedding
