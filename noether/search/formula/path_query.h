// The path prefixes of a query, arranged so that candidates can be walked along them.
// A prefix leads from a leaf up to an operator, its top. The prefixes of a query form a trie that
// begins at the leaves: a walk up from a leaf of a candidate follows the trie, and stops where no
// path of the query continues.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/mix.h"
#include "noether/index/collection_statistics.h"
#include "noether/search/formula/flat_tree.h"

namespace noether::search {

class PathQuery {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  // The rarity of a prefix, ln(N/n), is an integer multiple of 2^-16, so that sums do not depend on
  // their order.
  static constexpr double kOne = 65536;

  // A leaf of the query at the end of a prefix.
  struct Leaf {
    std::uint64_t label;
    std::uint32_t operators;  // the operators on the way, as written
  };
  // The number of times that a prefix ends in one top of the query.
  struct Weight {
    std::uint32_t top;
    std::uint32_t weight;
    std::uint32_t first_leaf;  // of as many leaves as the weight
  };
  struct Node {
    std::uint64_t key = 0;        // of the prefix, as in the index
    std::uint32_t rarity = 0;     // in 2^-16
    std::uint64_t frequency = 0;  // formulas of the index that have the prefix
    std::uint32_t first_weight = 0;
    std::uint32_t weights = 0;  // 0: no prefix ends here
  };

  // Leaves for which `ignored` returns true are left out.
  void assign(const FlatTree& tree, const std::function<bool(std::size_t node)>& ignored = {});
  // Sets the rarity of one prefix.
  void set_rarity(std::uint32_t node, double rarity);
  void set_frequency(std::uint32_t node, std::uint64_t frequency) {
    nodes_[node].frequency = frequency;
  }

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Weight> weights(std::uint32_t node) const {
    return std::span(weights_).subspan(nodes_[node].first_weight, nodes_[node].weights);
  }
  const Leaf& leaf(std::uint32_t number) const { return leaves_[number]; }
  std::uint32_t tops() const { return tops_; }

  // For walking: the number of a type, the node of the trie for a leaf of a type, and the next node
  // for a path that continues through an operator. kNone if it does not exist.
  std::uint32_t type_number(std::uint64_t type) const;
  std::uint32_t start(std::uint32_t type) const { return starts_[type]; }
  std::uint32_t next(std::uint32_t node, std::uint32_t type, std::uint32_t operand) const;

  // Extends a hash of the operators on a path by the next operator above.
  static std::uint32_t extend_way(std::uint32_t way, const FlatNode& node) {
    const std::uint64_t written = node.letter_call ? node.type : node.label;
    return (way ^ static_cast<std::uint32_t>(written)) * base::kGoldenRatio32 +
           static_cast<std::uint32_t>(written >> 32);
  }

 private:
  struct Edge {
    std::uint64_t way = 0;  // from, type, operand; 0 for a free slot
    std::uint32_t to = 0;
  };
  struct End {
    std::uint32_t node;
    std::uint32_t top;
    Leaf leaf;
  };

  std::uint32_t add_type(std::uint64_t type);
  std::uint32_t add_edge(std::uint32_t from, std::uint32_t type, std::uint32_t operand,
                         std::uint64_t key);
  void add_leaf(const FlatTree& tree, std::uint64_t type, std::uint64_t label, std::size_t parent,
                std::uint32_t operand);
  void grow_edges();
  void gather_ends();

  std::vector<Node> nodes_;
  std::vector<Weight> weights_;
  std::vector<Leaf> leaves_;
  std::uint32_t tops_ = 0;
  std::vector<std::uint64_t> types_;       // by number
  std::vector<std::uint32_t> type_table_;  // open addressing, numbers + 1
  std::vector<std::uint32_t> starts_;      // by type
  std::vector<Edge> edges_;                // open addressing
  std::size_t edge_count_ = 0;
  std::vector<End> ends_;
};

// Sets the rarity of each prefix of the query among the formulas of the collection.
base::Result<void> set_rarities(const index::CollectionStatistics& statistics, PathQuery& query);

}  // namespace noether::search
