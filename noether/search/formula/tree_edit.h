// The distance of two operator trees in edits, by Zhang and Shasha's algorithm.
//
// Inserting or deleting a node costs 1, so does renaming one, but a half when the new name is of
// the same type.
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

// Keeps its working memory from one candidate to the next. Not for two threads.
class TreeEdit {
 public:
  // Of larger trees the first nodes, from the root, are compared.
  static constexpr std::size_t kMaxNodes = 64;

  EditSimilarity compare(std::span<const FlatNode> query, std::span<const FlatNode> candidate);

 private:
  // What is needed of a tree, operands first.
  struct Nodes {
    std::vector<std::uint64_t> labels;
    std::vector<std::uint64_t> types;
    std::vector<std::uint16_t> leftmost;  // the first node below each
    std::vector<std::uint16_t> keyroots;

    void assign(std::span<const FlatNode> nodes);
    std::size_t size() const { return labels.size(); }
  };

  Nodes query_;
  Nodes candidate_;
  std::vector<std::uint16_t> trees_;    // half edits between the parts below two nodes
  std::vector<std::uint16_t> forests_;  // one row for each node of the query
  std::vector<std::uint8_t> costs_;     // of renaming, in half edits
};

}  // namespace noether::search
