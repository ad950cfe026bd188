#include "noether/amr/smatch/match_problem.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <random>
#include <span>

namespace noether::amr {
namespace {

// The gain of each move, and the best move. Gains are stored in blocks, each of which keeps its
// best one, because a move changes the gains of few blocks.
class GainTable {
 public:
  explicit GainTable(std::size_t pairs)
      : gains_(pairs),
        best_of_block_((pairs + kBlock - 1) / kBlock),
        is_changed_(best_of_block_.size()) {}

  void set(PairId id, std::int32_t gain) {
    gains_[id] = gain;
    is_changed_[id / kBlock] = 1;
  }

  // The first pair with the highest gain; kNoPair if no pair gains.
  PairId best() {
    for (std::size_t block = 0; block < is_changed_.size(); ++block) {
      if (is_changed_[block] == 0) continue;
      is_changed_[block] = 0;
      best_of_block_[block] = std::ranges::max(gains_of(block));
    }
    const auto highest = std::ranges::max_element(best_of_block_);
    if (highest == best_of_block_.end() || *highest <= 0) return kNoPair;
    const auto block = static_cast<std::size_t>(highest - best_of_block_.begin());
    const std::span gains = gains_of(block);
    const auto found = std::ranges::find(gains, *highest);
    return static_cast<PairId>(block * kBlock + static_cast<std::size_t>(found - gains.begin()));
  }

 private:
  static constexpr std::size_t kBlock = 128;

  std::span<const std::int32_t> gains_of(std::size_t block) const {
    return std::span(gains_).subspan(block * kBlock,
                                     std::min(kBlock, gains_.size() - block * kBlock));
  }

  std::vector<std::int32_t> gains_;  // by pair
  std::vector<std::int32_t> best_of_block_;
  std::vector<std::uint8_t> is_changed_;  // by block, changed since best()
};

// A choice of pairs. For every candidate it keeps the value beside the chosen pairs, and the gain
// of a move to it. A move to a pair replaces the pairs of its two nodes; if both nodes have one,
// they exchange their partners if they can.
class Climber {
 public:
  explicit Climber(const MatchProblem& problem)
      : problem_(problem),
        gains_(problem.pairs().size()),
        candidates_of_second_(problem.second_nodes()) {
    for (PairId id = 0; id < problem.pairs().size(); ++id) {
      candidates_of_second_[problem.pairs()[id].second].push_back(id);
    }
  }

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

  // Climbs to the top of this hill.
  void climb() {
    for (PairId id = 0; id < problem_.pairs().size(); ++id) gains_.set(id, gain(id));
    for (PairId id = gains_.best(); id != kNoPair; id = gains_.best()) move_to(id);
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

  // The pair that the displaced node gets: the place that is given up, if it is a candidate.
  PairId pair_in_exchange(PairId id) const {
    const NodeId first = problem_.pairs()[id].first;
    const NodeId other = taken_by_[problem_.pairs()[id].second];
    if (other == kNoNode || chosen_[first] == kNoPair) return kNoPair;
    return problem_.find(other, problem_.pairs()[chosen_[first]].second);
  }

  // The gain of a move to a pair; a number not above 0 if the move gains nothing. Neighbours differ
  // in both nodes, so the values of new pairs never count the old ones.
  std::int32_t gain(PairId id) const {
    const CandidatePair& pair = problem_.pairs()[id];
    if (chosen_[pair.first] == id) return 0;
    std::int32_t gained = values_[id] - value_of_chosen(pair.first);
    const NodeId other = taken_by_[pair.second];
    if (other == kNoNode) return gained;
    gained -= value_of_chosen(other);
    const PairId exchanged = pair_in_exchange(id);
    if (exchanged != kNoPair) gained += values_[exchanged];
    // Looking up weights takes most of the time, and for most moves no weight can lead to a gain.
    if (gained + 2 * problem_.most_weight() <= 0) return gained;
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

  void move_to(PairId id) {
    const CandidatePair& pair = problem_.pairs()[id];
    const NodeId other = taken_by_[pair.second];
    const PairId given_up = chosen_[pair.first];
    const PairId given_up_by_other = other == kNoNode ? kNoPair : chosen_[other];
    const PairId exchanged = pair_in_exchange(id);
    if (other != kNoNode) give_up(other);
    give_up(pair.first);
    choose(id);
    if (exchanged != kNoPair) choose(exchanged);
    update_gains({given_up, given_up_by_other, id, exchanged});
  }

  // Updates the gains after these pairs were chosen or given up. This changes every move of their
  // nodes and of the nodes of chosen neighbours; for other neighbours it changes their own move,
  // and the move that would make them by exchange.
  void update_gains(std::initializer_list<PairId> changed) {
    firsts_.clear();
    seconds_.clear();
    for (const PairId id : changed) {
      if (id == kNoPair) continue;
      add_nodes(problem_.pairs()[id]);
      for (const NeighbourPair& neighbour : problem_.pairs()[id].neighbours) {
        const CandidatePair& valued = problem_.pairs()[neighbour.pair];
        if (chosen_[valued.first] == neighbour.pair) {
          add_nodes(valued);
          continue;
        }
        update_gain(neighbour.pair);
        const NodeId in_place = taken_by_[valued.second];
        if (in_place == kNoNode || chosen_[valued.first] == kNoPair) continue;
        const PairId move = problem_.find(in_place, problem_.pairs()[chosen_[valued.first]].second);
        if (move != kNoPair) update_gain(move);
      }
    }
    for (const NodeId first : without_repeats(firsts_)) {
      for (const PairId id : problem_.candidates_of(first)) update_gain(id);
    }
    for (const NodeId second : without_repeats(seconds_)) {
      for (const PairId id : candidates_of_second_[second]) update_gain(id);
    }
  }

  void add_nodes(const CandidatePair& pair) {
    firsts_.push_back(pair.first);
    seconds_.push_back(pair.second);
  }

  static const std::vector<NodeId>& without_repeats(std::vector<NodeId>& nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
  }

  void update_gain(PairId id) { gains_.set(id, gain(id)); }

  const MatchProblem& problem_;
  GainTable gains_;
  std::vector<std::vector<PairId>> candidates_of_second_;
  std::vector<PairId> chosen_;        // by first node
  std::vector<NodeId> taken_by_;      // by second node
  std::vector<std::int32_t> values_;  // by pair: its value alone and with the chosen pairs
  std::int32_t matched_ = 0;
  std::vector<NodeId> firsts_;  // used by update_gains()
  std::vector<NodeId> seconds_;
};

// Chooses nodes of the same concept first, then any candidates.
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
