// How the search finds its bound: a relation between two chosen pairs counts in both of them, each
// with a share of its weight. If each pair counts the most that its shares can amount to, the rest
// is an assignment of nodes to nodes, which can be solved exactly. Any shares give a bound; good
// shares are found by moving weight from pairs in the best assignment to pairs with slack. The
// prices of the assignment also show which pairs cannot be part of a better choice.
#include "noether/amr/smatch/match_problem.h"

#include <algorithm>
#include <cmath>

#include "noether/base/assignment.h"

namespace noether::amr {
namespace {

// Values are whole numbers; sums of shares are rounded.
constexpr double kRounding = 1e-6;
// How often shares are moved before the first decision, and before each of the others.
constexpr int kRootRounds = 60;
constexpr int kRounds = 6;

class BranchAndBound {
 public:
  BranchAndBound(const MatchProblem& problem, NodeChoice found, std::size_t most_steps)
      : problem_(problem),
        most_steps_(most_steps),
        shares_(problem.pairs().size()),
        is_excluded_(problem.pairs().size()) {
    best_.choice = std::move(found);
    for (PairId id = 0; id < problem.pairs().size(); ++id) {
      for (const NeighbourPair& neighbour : problem.pairs()[id].neighbours) {
        shares_[id].push_back(neighbour.weight / 2.0);
      }
    }
  }

  ExactMatch search() {
    chosen_.assign(problem_.first_nodes(), kNoPair);
    is_decided_.assign(problem_.first_nodes(), false);
    is_taken_.assign(problem_.second_nodes(), false);
    best_.is_proven = branch(kRootRounds);
    return std::move(best_);
  }

 private:
  struct Bound {
    double value = 0;
    std::vector<NodeId> rows;
    std::vector<NodeId> columns;
    std::vector<std::size_t> column_of;  // by second node
    base::Assignment assignment;
    std::vector<double> values;  // by row and column
  };

  bool is_open(PairId id) const {
    const CandidatePair& pair = problem_.pairs()[id];
    return !is_excluded_[id] && !is_decided_[pair.first] && !is_taken_[pair.second];
  }
  bool is_chosen(PairId id) const { return chosen_[problem_.pairs()[id].first] == id; }

  // The most that a pair can count: alone, with the chosen pairs, and its shares with open pairs,
  // one for each node.
  double most_of(PairId id) {
    const CandidatePair& pair = problem_.pairs()[id];
    double sum = pair.alone;
    double by_first = 0;
    double best_of_first = 0;
    NodeId first = kNoNode;
    best_of_second_.assign(problem_.second_nodes(), 0);
    for (std::size_t n = 0; n < pair.neighbours.size(); ++n) {
      const NeighbourPair& neighbour = pair.neighbours[n];
      if (is_chosen(neighbour.pair)) {
        sum += neighbour.weight;
        continue;
      }
      if (!is_open(neighbour.pair)) continue;
      const CandidatePair& other = problem_.pairs()[neighbour.pair];
      if (other.first != first) {
        by_first += best_of_first;
        best_of_first = 0;
        first = other.first;
      }
      const double share = shares_[id][n];
      best_of_first = std::max(best_of_first, share);
      double& best_of_second = best_of_second_[other.second];
      best_of_second = std::max(best_of_second, share);
    }
    by_first += best_of_first;
    double by_second = 0;
    for (const double best : best_of_second_) by_second += best;
    return sum + std::min(by_first, by_second);
  }

  Bound bound() {
    Bound bound;
    for (NodeId first = 0; first < problem_.first_nodes(); ++first) {
      if (!is_decided_[first]) bound.rows.push_back(first);
    }
    bound.column_of.resize(problem_.second_nodes());
    for (NodeId second = 0; second < problem_.second_nodes(); ++second) {
      if (is_taken_[second]) continue;
      bound.column_of[second] = bound.columns.size();
      bound.columns.push_back(second);
    }
    bound.values.assign(bound.rows.size() * bound.columns.size(), 0);
    for (std::size_t row = 0; row < bound.rows.size(); ++row) {
      for (const PairId id : problem_.candidates_of(bound.rows[row])) {
        if (!is_open(id)) continue;
        const std::size_t column = bound.column_of[problem_.pairs()[id].second];
        bound.values[row * bound.columns.size() + column] = most_of(id);
      }
    }
    bound.assignment = base::best_assignment(bound.values, bound.rows.size(), bound.columns.size());
    bound.value = bound.assignment.value + matched_by(problem_, chosen_);
    ++best_.steps;
    return bound;
  }

  // Whether a choice below the bound `value` can beat the best.
  bool can_beat_best(double value) const {
    return std::floor(value + kRounding) > best_.choice.matched;
  }

  // Tries the assignment of a bound, which is also a choice.
  void try_assignment(const Bound& bound) {
    std::vector<PairId> choice = chosen_;
    for (std::size_t row = 0; row < bound.rows.size(); ++row) {
      const std::size_t column = bound.assignment.columns[row];
      if (column >= bound.columns.size()) continue;
      const PairId id = problem_.find(bound.rows[row], bound.columns[column]);
      if (id != kNoPair && !is_excluded_[id]) choice[bound.rows[row]] = id;
    }
    const std::int32_t matched = matched_by(problem_, choice);
    if (matched > best_.choice.matched) best_.choice = {std::move(choice), matched};
  }

  // The least amount by which choosing this pair lowers the bound.
  double slack(const Bound& bound, std::size_t row, PairId id) const {
    const std::size_t column = bound.column_of[problem_.pairs()[id].second];
    return bound.assignment.row_prices[row] + bound.assignment.column_prices[column] -
           bound.values[row * bound.columns.size() + column];
  }

  // The bound after some rounds of moving shares; the next call starts with the shares found.
  Bound low_bound(int rounds) {
    Bound lowest = bound();
    try_assignment(lowest);
    for (int round = 1; round < rounds && can_beat_best(lowest.value); ++round) {
      move_shares(round == 1 ? lowest : last_);
      last_ = bound();
      try_assignment(last_);
      if (last_.value < lowest.value) lowest = last_;
    }
    return lowest;
  }

  // Moves weight from pairs of the best assignment to their neighbours with slack.
  void move_shares(const Bound& bound) {
    for (std::size_t row = 0; row < bound.rows.size(); ++row) {
      for (const PairId id : problem_.candidates_of(bound.rows[row])) {
        const auto& neighbours = problem_.pairs()[id].neighbours;
        if (neighbours.empty() || !is_open(id)) continue;
        const double room = slack(bound, row, id) / static_cast<double>(neighbours.size());
        if (room <= kRounding) continue;
        for (std::size_t n = 0; n < neighbours.size(); ++n) take_share(id, n, room);
      }
    }
  }

  void take_share(PairId id, std::size_t n, double room) {
    const PairId other = problem_.pairs()[id].neighbours[n].pair;
    const auto& back = problem_.pairs()[other].neighbours;
    const auto here = std::ranges::find(back, id, &NeighbourPair::pair);
    double& share = shares_[other][static_cast<std::size_t>(here - back.begin())];
    const double moved = std::min(share, room);
    share -= moved;
    shares_[id][n] += moved;
  }

  // Returns whether the search below the chosen pairs was complete.
  bool branch(int rounds) {
    const Bound now = low_bound(rounds);
    if (!can_beat_best(now.value)) return true;
    if (best_.steps >= most_steps_) return false;
    if (now.rows.empty()) return true;

    // Pairs that prices rule out stay excluded below. The node with the fewest remaining pairs is
    // decided next.
    std::vector<PairId> excluded;
    std::size_t best_row = now.rows.size();
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t row = 0; row < now.rows.size(); ++row) {
      std::size_t left = 0;
      for (const PairId id : problem_.candidates_of(now.rows[row])) {
        if (!is_open(id)) continue;
        if (can_beat_best(now.value - slack(now, row, id))) {
          ++left;
        } else {
          excluded.push_back(id);
        }
      }
      if (can_beat_best(now.value - now.assignment.row_prices[row])) ++left;
      if (left >= fewest) continue;
      fewest = left;
      best_row = row;
    }
    for (const PairId id : excluded) is_excluded_[id] = true;
    const bool is_complete = decide(now, best_row);
    for (const PairId id : excluded) is_excluded_[id] = false;
    return is_complete;
  }

  // Tries all pairs of one node, those with the least slack first.
  bool decide(const Bound& now, std::size_t row) {
    const NodeId first = now.rows[row];
    struct Way {
      double value;
      PairId pair;
    };
    std::vector<Way> ways = {{now.value - now.assignment.row_prices[row], kNoPair}};
    for (const PairId id : problem_.candidates_of(first)) {
      if (!is_open(id)) continue;
      ways.push_back({now.value - slack(now, row, id), id});
    }
    std::ranges::stable_sort(ways, std::greater(), &Way::value);
    bool is_complete = true;
    is_decided_[first] = true;
    for (const Way& way : ways) {
      if (!can_beat_best(way.value)) break;
      if (way.pair != kNoPair) {
        chosen_[first] = way.pair;
        is_taken_[problem_.pairs()[way.pair].second] = true;
      }
      is_complete = branch(kRounds) && is_complete;
      if (way.pair != kNoPair) is_taken_[problem_.pairs()[way.pair].second] = false;
      chosen_[first] = kNoPair;
      if (!is_complete && best_.steps >= most_steps_) break;
    }
    is_decided_[first] = false;
    return is_complete;
  }

  const MatchProblem& problem_;
  std::size_t most_steps_;
  ExactMatch best_;
  std::vector<std::vector<double>> shares_;  // parallel to the neighbours of each pair
  std::vector<bool> is_excluded_;
  std::vector<PairId> chosen_;
  std::vector<bool> is_decided_;
  std::vector<bool> is_taken_;
  std::vector<double> best_of_second_;
  Bound last_;
};

}  // namespace

ExactMatch best_match(const MatchProblem& problem, NodeChoice found, std::size_t most_steps) {
  return BranchAndBound(problem, std::move(found), most_steps).search();
}

}  // namespace noether::amr
