// The largest common part of two operator trees, up to renaming of symbols.
// Two nodes can be paired if they are alike, and then their operands are paired: ordered ones by
// their number, the others greedily, the largest agreement first. The common part begins at the
// pair of nodes below which most nodes can be paired. Then every symbol of the query is mapped to
// the symbol of the candidate with which it is paired most often; pairs that contradict this
// mapping do not count.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "noether/search/formula/flat_tree.h"

namespace noether::search {

struct SubtreeSimilarity {
  double recall = 0;        // harmonic mean of the query's nodes and edges that are matched
  double precision = 0;     // of the candidate's nodes
  double exact_recall = 0;  // of the query's nodes, by the very same symbol
};

// Reuses its working memory from one candidate to the next. Not thread-safe.
class CommonSubtree {
 public:
  // The maximum number of pairs of nodes that are compared.
  static constexpr std::size_t kMaxPairs = 1U << 16;

  SubtreeSimilarity compare(std::span<const FlatNode> query, std::span<const FlatNode> candidate);

  // A pair of the last comparison: a node of the query, a node of the candidate, and whether the
  // pair counts after renaming.
  struct Pair {
    std::uint16_t query;
    std::uint16_t candidate;
    bool unified = false;
  };
  std::span<const Pair> pairs() const { return pairs_; }

 private:
  struct Choice {
    std::uint16_t size;
    std::uint16_t query;
    std::uint16_t candidate;
  };
  struct Vote {
    std::uint64_t query;
    std::uint64_t candidate;
    int count;
  };

  static constexpr std::uint16_t kNone = 0xFFFF;

  // Only nodes of the same type can be alike. Nodes of the candidate are chained by type, in
  // ascending order, so that the others are skipped.
  void chain_types(std::span<const FlatNode> candidate);
  std::uint16_t first_of(std::uint64_t type, std::span<const FlatNode> candidate) const;

  void fill(std::span<const FlatNode> query, std::span<const FlatNode> candidate);
  // Pairs the operands of two nodes and returns the sum of the sizes of their common parts.
  std::uint32_t pair_operands(std::span<const FlatNode> query, std::span<const FlatNode> candidate,
                              std::size_t i, std::size_t j, bool keep);
  std::uint32_t sum_in_order(std::span<const FlatNode> query, std::span<const FlatNode> candidate,
                             std::size_t i, std::size_t j) const;
  void unify(std::span<const FlatNode> query, std::span<const FlatNode> candidate);

  std::vector<std::uint16_t> heads_;  // of the chains, by type: open addressing
  std::vector<std::uint16_t> next_;   // of the same type, by node of the candidate
  std::vector<std::uint16_t> sizes_;
  std::size_t width_ = 0;
  std::uint16_t best_size_ = 0;
  Pair best_{};
  std::vector<Choice> choices_;
  std::vector<Pair> pairs_;
  std::vector<Vote> votes_;
  std::vector<bool> unified_;  // by node of the query
};

}  // namespace noether::search
