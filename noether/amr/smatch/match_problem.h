// Smatch as an optimisation problem: a mapping between the nodes of two graphs under which most
// triples are the same.
// Only pairs of nodes that could make a triple the same are candidates. Choosing a pair counts its
// `alone` triples (concept and attributes), and choosing two neighbouring pairs counts the
// relations between them.
#pragma once

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
  // By the first node, then the second of the neighbour; both differ from those of this pair.
  std::vector<NeighbourPair> neighbours = {};
};

class MatchProblem {
 public:
  MatchProblem(const Triples& first, const Triples& second);

  std::size_t first_nodes() const { return candidates_.size(); }
  std::size_t second_nodes() const { return second_nodes_; }
  const std::vector<CandidatePair>& pairs() const { return pairs_; }
  const std::vector<PairId>& candidates_of(NodeId first) const { return candidates_[first]; }
  // The largest between two neighbours.
  std::int32_t most_weight() const { return most_weight_; }
  // kNoPair for two nodes that are no candidate.
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

// For each node of the first graph the pair that was chosen, or kNoPair.
struct NodeChoice {
  std::vector<PairId> pairs;
  std::int32_t matched = 0;
};

std::int32_t matched_by(const MatchProblem& problem, const std::vector<PairId>& chosen);

}  // namespace noether::amr
