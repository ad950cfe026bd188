// The distance of two trees in edits, by Zhang and Shasha's algorithm.
//
// Inserting, deleting or renaming a node costs 1; renaming costs a half if the new name is of the
// same type. If an operator distinguishes its operands, as a script and its base, an operand that
// moves to another position costs at least a half.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/search/formula/flat_tree.h"

namespace noether::search {

// 1 − edits / (nodes of both), so 1 for equal trees.
struct EditSimilarity {
  double whole = 0;
  double part = 0;  // of the query and the part of the candidate that is most like it
};

// Reuses its working memory from one candidate to the next. Not thread-safe.
class TreeEdit {
 public:
  // Time is proportional to the product, over both trees, of the sizes of all parts below their
  // keyroots. If a tree exceeds this limit, only its first nodes from the root are compared; such a
  // tree is a formula of several lines.
  static constexpr std::size_t kMaxWork = 1200;

  void assign(std::span<const FlatNode> query) { query_.assign(query); }
  EditSimilarity compare(std::span<const FlatNode> candidate);

 private:
  // The data of a tree that the computation needs, operands first.
  struct Nodes {
    std::vector<std::uint64_t> labels;
    std::vector<std::uint64_t> types;
    std::vector<std::uint16_t> places;    // among distinguished operands
    std::vector<std::uint16_t> leftmost;  // the first node below each
    std::vector<std::uint16_t> keyroots;  // the last node of each line of first operands

    std::size_t size() const { return labels.size(); }
    void assign(std::span<const FlatNode> nodes);

   private:
    void assign_first(std::span<const FlatNode> nodes, std::size_t count);
    std::size_t find_keyroots();  // returns the work
  };

  void set_costs();
  void compare_parts(std::size_t query_keyroot, std::size_t keyroot);

  Nodes query_;
  Nodes candidate_;
  // Half edits between the parts below two nodes, and between the forests up to two nodes.
  std::vector<std::uint16_t> trees_;
  std::vector<std::uint16_t> forests_;
  std::vector<std::uint8_t> costs_;  // of renaming
};

}  // namespace noether::search
