// The distance of two operator trees in edits, by Zhang and Shasha's algorithm.
//
// Inserting or deleting a node costs 1, so does renaming one, but a half when the new name is of
// the same type.
#pragma once

#include <array>
#include <cstdint>
#include <span>

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
  static constexpr std::size_t kMaxNodes = 32;

  void assign(std::span<const FlatNode> query) { query_.assign(query); }
  EditSimilarity compare(std::span<const FlatNode> candidate);

 private:
  // What is needed of a tree, operands first.
  struct Nodes {
    std::array<std::uint64_t, kMaxNodes> labels;
    std::array<std::uint64_t, kMaxNodes> types;
    std::array<std::uint32_t, kMaxNodes> leftmost;  // the first node below each
    std::array<std::uint16_t, kMaxNodes> keyroots;
    std::size_t size = 0;
    std::size_t keyroot_count = 0;

    void assign(std::span<const FlatNode> nodes);
    void add(const FlatNode& node, std::size_t first);
  };

  void compare_parts(std::size_t query_keyroot, std::size_t keyroot);

  Nodes query_;
  Nodes candidate_;
  // Half edits between the parts below two nodes, and between the forests up to two nodes.
  std::array<std::uint32_t, kMaxNodes * kMaxNodes> trees_{};
  std::array<std::uint32_t, (kMaxNodes + 1) * (kMaxNodes + 1)> forests_{};
  std::array<std::uint32_t, kMaxNodes * kMaxNodes> costs_{};  // of renaming
};

}  // namespace noether::search
