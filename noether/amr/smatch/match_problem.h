// Smatch as an optimisation problem: find the mapping between the nodes of two graphs under which
// the most triples are the same.
// Only pairs of nodes that could make a triple the same are candidates. Choosing a pair counts its
// `alone` triples (concept and attributes), and choosing two neighbouring pairs counts the
// relations between them. The problem is solved by hill climbing, or exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/amr/smatch/triples.h"

namespace noether::amr {

using PairId = std::uint32_t;
inline constexpr PairId kNoPair = std::numeric_limits<PairId>::max();

struct NeighbourPair {
  PairId pair;
  std::int32_t weight;
};

struct CandidatePair {
  NodeId first;
  NodeId second;
  std::int32_t alone = 0;
  bool same_concept = false;
  // Ordered by the first node, then the second node of the neighbour; both differ from those of
  // this pair.
  std::vector<NeighbourPair> neighbours = {};
};

class MatchProblem {
 public:
  MatchProblem(const Triples& first, const Triples& second);

  std::size_t first_nodes() const { return candidates_.size(); }
  std::size_t second_nodes() const { return second_nodes_; }
  const std::vector<CandidatePair>& pairs() const { return pairs_; }
  const std::vector<PairId>& candidates_of(NodeId first) const { return candidates_[first]; }
  // The largest weight between two neighbours.
  std::int32_t most_weight() const { return most_weight_; }
  // kNoPair if the two nodes are not a candidate.
  PairId find(NodeId first, NodeId second) const {
    return ids_[std::size_t{first} * second_nodes_ + second];
  }

 private:
  PairId pair_of(NodeId first, NodeId second);
  void add_attributes(const Triples& first, const Triples& second);
  void add_relations(const Triples& first, const Triples& second);

  std::size_t second_nodes_;
  std::vector<CandidatePair> pairs_;
  std::vector<std::vector<PairId>> candidates_;
  std::int32_t most_weight_ = 0;
  std::vector<PairId> ids_;  // by first and second node
};

// For each node of the first graph, the chosen pair or kNoPair.
struct NodeChoice {
  std::vector<PairId> pairs;
  std::int32_t matched = 0;
};

std::int32_t matched_by(const MatchProblem& problem, const std::vector<PairId>& chosen);

// Solves the problem by hill climbing. It starts with a choice of pairs and makes the move with the
// largest gain until no move gains. It starts again from random choices and keeps the best result.
// The first choice takes nodes of the same concept; `restarts` more are drawn.
NodeChoice climb_hills(const MatchProblem& problem, unsigned restarts, std::uint64_t seed);

// Graphs with more nodes are not searched exactly.
inline constexpr std::size_t kMostExactNodes = 40;
// A search that takes more steps ends with the best choice so far. A step takes up to 100 µs.
inline constexpr std::size_t kMostExactSteps = 100'000;

struct ExactMatch {
  NodeChoice choice;
  bool is_proven = false;  // whether it is proven that no choice matches more
  std::size_t steps = 0;
};

// Solves the problem exactly: finds the choice of pairs that matches the most triples, by branch
// and bound. `found` is the choice to beat.
ExactMatch best_match(const MatchProblem& problem, NodeChoice found,
                      std::size_t most_steps = kMostExactSteps);

}  // namespace noether::amr
