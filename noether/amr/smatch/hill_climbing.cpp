#include "noether/amr/smatch/hill_climbing.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace noether::amr {
namespace {

// A choice of pairs that knows for every candidate what it would count beside those chosen.
class Climber {
 public:
  explicit Climber(const MatchProblem& problem) : problem_(problem) {}

  void start() {
    chosen_.assign(problem_.first_nodes(), kNoPair);
    taken_by_.assign(problem_.second_nodes(), kNoNode);
    values_.clear();
    for (const CandidatePair& pair : problem_.pairs()) values_.push_back(pair.alone);
    matched_ = 0;
  }

  bool is_taken(NodeId second) const { return taken_by_[second] != kNoNode; }

  void choose(PairId id) {
    const CandidatePair& pair = problem_.pairs()[id];
    chosen_[pair.first] = id;
    taken_by_[pair.second] = pair.first;
    matched_ += values_[id];
    for (const NeighbourPair& neighbour : pair.neighbours) {
      values_[neighbour.pair] += neighbour.weight;
    }
  }

  // To the top of this hill.
  void climb() {
    while (make_best_move()) {
    }
  }

  NodeChoice choice() const { return {chosen_, matched_}; }

 private:
  std::int32_t value_of_chosen(NodeId first) const {
    return chosen_[first] == kNoPair ? 0 : values_[chosen_[first]];
  }

  std::int32_t weight_between(PairId a, PairId b) const {
    const std::vector<NeighbourPair>* list = &problem_.pairs()[a].neighbours;
    if (problem_.pairs()[b].neighbours.size() < list->size()) {
      list = &problem_.pairs()[b].neighbours;
      std::swap(a, b);
    }
    const auto found = std::ranges::find(*list, b, &NeighbourPair::pair);
    return found == list->end() ? 0 : found->weight;
  }

  // What the node that stands in the way gets instead: the place that is given up, when it can.
  PairId pair_in_exchange(PairId id) const {
    const NodeId first = problem_.pairs()[id].first;
    const NodeId other = taken_by_[problem_.pairs()[id].second];
    if (other == kNoNode || chosen_[first] == kNoPair) return kNoPair;
    return problem_.find(other, problem_.pairs()[chosen_[first]].second);
  }

  // Of choosing a pair in place of those of its two nodes, or something not above `beaten`.
  // Neighbours differ in both nodes: the values of new pairs never count the old ones.
  std::int32_t gain(PairId id, std::int32_t beaten) const {
    const CandidatePair& pair = problem_.pairs()[id];
    std::int32_t gained = values_[id] - value_of_chosen(pair.first);
    const NodeId other = taken_by_[pair.second];
    if (other == kNoNode) return gained;
    gained -= value_of_chosen(other);
    const PairId exchanged = pair_in_exchange(id);
    if (exchanged != kNoPair) gained += values_[exchanged];
    // Looking for weights takes most of the time, and most moves gain nothing with any.
    if (gained + 2 * problem_.most_weight() <= beaten) return gained;
    if (chosen_[pair.first] != kNoPair) {
      gained += weight_between(chosen_[pair.first], chosen_[other]);
    }
    if (exchanged != kNoPair) gained += weight_between(id, exchanged);
    return gained;
  }

  void give_up(NodeId first) {
    const PairId id = chosen_[first];
    if (id == kNoPair) return;
    const CandidatePair& pair = problem_.pairs()[id];
    matched_ -= values_[id];
    chosen_[first] = kNoPair;
    taken_by_[pair.second] = kNoNode;
    for (const NeighbourPair& neighbour : pair.neighbours) {
      values_[neighbour.pair] -= neighbour.weight;
    }
  }

  bool make_best_move() {
    std::int32_t best_gain = 0;
    PairId best = kNoPair;
    for (PairId id = 0; id < problem_.pairs().size(); ++id) {
      if (chosen_[problem_.pairs()[id].first] == id) continue;
      const std::int32_t gained = gain(id, best_gain);
      if (gained <= best_gain) continue;
      best_gain = gained;
      best = id;
    }
    if (best == kNoPair) return false;
    const CandidatePair& pair = problem_.pairs()[best];
    const PairId exchanged = pair_in_exchange(best);
    if (is_taken(pair.second)) give_up(taken_by_[pair.second]);
    give_up(pair.first);
    choose(best);
    if (exchanged != kNoPair) choose(exchanged);
    return true;
  }

  const MatchProblem& problem_;
  std::vector<PairId> chosen_;        // by first node
  std::vector<NodeId> taken_by_;      // by second node
  std::vector<std::int32_t> values_;  // by pair: alone, and with the pairs that are chosen
  std::int32_t matched_ = 0;
};

// Nodes of the same concept, then any candidates.
void start_with_concepts(const MatchProblem& problem, Climber& climber) {
  for (const bool same_concept : {true, false}) {
    for (NodeId first = 0; first < problem.first_nodes(); ++first) {
      const auto& candidates = problem.candidates_of(first);
      const bool has_same = std::ranges::any_of(
          candidates, [&](PairId id) { return problem.pairs()[id].same_concept; });
      if (has_same != same_concept) continue;
      const auto found = std::ranges::find_if(candidates, [&](PairId id) {
        return problem.pairs()[id].same_concept == same_concept &&
               !climber.is_taken(problem.pairs()[id].second);
      });
      if (found != candidates.end()) climber.choose(*found);
    }
  }
}

void start_at_random(const MatchProblem& problem, Climber& climber, std::mt19937_64& random) {
  std::vector<NodeId> order(problem.first_nodes());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random() % left]);
  }
  std::vector<PairId> free;
  for (const NodeId first : order) {
    free.clear();
    for (const PairId id : problem.candidates_of(first)) {
      if (!climber.is_taken(problem.pairs()[id].second)) free.push_back(id);
    }
    if (!free.empty()) climber.choose(free[random() % free.size()]);
  }
}

}  // namespace

NodeChoice climb_hills(const MatchProblem& problem, unsigned restarts, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Climber climber(problem);
  climber.start();
  start_with_concepts(problem, climber);
  climber.climb();
  NodeChoice best = climber.choice();
  for (unsigned i = 0; i < restarts; ++i) {
    climber.start();
    start_at_random(problem, climber, random);
    climber.climb();
    if (climber.choice().matched > best.matched) best = climber.choice();
  }
  return best;
}

}  // namespace noether::amr
