// Runs a match program over a graph: for each rule, finds the matches that are new since the rule
// was last searched.
//
// A match is new if one of the nodes it binds is new in its place: made, brought to another form,
// or moved into its class by a union. (The root need only be new in form, because a whole match
// that moves to another class adds nothing new.) For a rule with a condition, a match is also new
// if changed data woke one of its nodes. The search visits all nodes once for all rules together
// and descends only where something new can still be bound: `reach` is, for each class, the time of
// the last change within a given depth below it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/egraph/core.h"
#include "noether/egraph/match_program.h"

namespace noether::egraph {

class Matcher {
 public:
  static constexpr std::uint32_t kNever = UINT32_MAX;

  // The matches of one rule: for each match, the class of the root followed by those of the
  // variables.
  struct Matches {
    std::size_t width = 1;
    std::size_t max_size = SIZE_MAX;  // of `flat`; a rule with more matches exceeds its limit
    std::vector<ClassId> flat;

    std::size_t count() const { return flat.size() / width; }
    std::span<const ClassId> operator[](std::size_t i) const {
      return std::span(flat).subspan(i * width, width);
    }
  };

  Matcher(const MatchProgram& program, std::span<const Rule> rules);

  // Forgets the graph it searched before.
  void start();

  // `since[rule]` is the time (see EGraphCore::clock) from which on a change is new to the rule: 0
  // finds every match, kNever skips the rule. The graph must be rebuilt and indexed. Finds only
  // matches whose root is `first` or a later node. Calls `should_stop` from time to time, and
  // returns false if it stopped the search.
  bool search(const EGraphCore& graph, std::span<const std::uint32_t> since, NodeId first,
              const std::function<bool()>& should_stop);

  // The search ends after this many matches, because more than can be applied are not worth
  // finding. It ends in the same place for the same graph.
  void set_budget(std::size_t matches) { budget_ = matches; }
  // The node at which the last search ended because of the budget, or kNoId. Further matches, of
  // any rule, may start at this node or later ones.
  NodeId next_node() const { return next_node_; }

  // A rule with more matches than this exceeds its limit, and none of them is kept.
  void set_limit(std::size_t rule, std::size_t matches);

  const Matches& matches(std::size_t rule) const { return matches_[rule]; }
  std::span<const std::uint32_t> rules_over_limit() const { return rules_over_limit_; }
  // The rules that have matches, in order.
  std::span<const std::uint32_t> matched_rules() const { return matched_rules_; }
  std::size_t match_count() const { return match_count_; }
  std::size_t bytes() const;

 private:
  // The latest times among the nodes of a match.
  struct Newest {
    std::uint32_t change;
    std::uint32_t change_or_wake;
  };

  // The times from which on a change is new, and changed data is new (only for rules with a
  // condition).
  struct Since {
    std::uint32_t change = kNever;
    std::uint32_t wake = kNever;

    void add(const Since& other) {
      change = std::min(change, other.change);
      wake = std::min(wake, other.wake);
    }
  };

  ClassId look_up(const Term& term);
  void look_up_grounds();
  void update_reach();
  void set_since(std::span<const std::uint32_t> since);
  void update_states();
  void search_variable_rules();
  void search_ground_rules();
  void search_nodes(NodeId first);
  void check_stop() { is_stopped_ = is_stopped_ || (*should_stop_)(); }
  void run(StateId id, Newest newest);
  void run_binds(const MatchProgram::BindGroup& group, Register registers, Newest newest);
  // Returns whether a match that continues from the state can be new to a rule, given the times of
  // the nodes bound so far.
  bool can_be_new(StateId state, Newest newest) const {
    const Since& since = state_since_[state];
    if (since.change == kNever) return false;
    return newest.change >= since.change || newest.change_or_wake >= since.wake ||
           has_new_below(state, since.change);
  }
  // Returns whether a node that the state has still to bind has changed.
  bool has_new_below(StateId state, std::uint32_t since) const;
  bool has_head(ClassId id, std::uint32_t heads) const {
    return heads == MatchProgram::kAnyHead || (graph_->index().heads(id) & heads) != 0;
  }
  void mark_recent_classes(std::uint32_t since);
  bool is_ground(ClassId id) const { return (ground_classes_[id / 64] >> (id % 64) & 1) != 0; }
  bool is_recent(ClassId id) const { return (recent_[id / 64] >> (id % 64) & 1) != 0; }
  std::uint32_t reach(std::uint32_t depth, ClassId id) const {
    return depth == 1 ? graph_->index().change_time(id) : reach_[depth - 2][id];
  }
  // kNoId if any class may be there.
  ClassId known_class(const MatchProgram::KnownChild& child) const {
    if (child.reg != kNoId) return registers_[child.reg];
    return child.ground != kNoId ? grounds_[child.ground] : kNoId;
  }
  void emit(std::uint32_t rule);

  const MatchProgram& program_;
  const EGraphCore* graph_ = nullptr;
  std::uint32_t now_ = 0;             // the last tick: nothing in the graph is newer
  std::vector<char> is_conditional_;  // by rule
  std::vector<Matches> matches_;
  std::vector<std::uint32_t> matched_rules_;
  std::vector<std::uint32_t> rules_over_limit_;
  std::size_t match_count_ = 0;
  std::size_t budget_ = SIZE_MAX;
  NodeId next_node_ = kNoId;
  std::vector<ClassId> registers_;
  std::vector<ClassId> grounds_;               // by ground term: its class or kNoId
  std::vector<std::uint64_t> ground_classes_;  // a bit for each class that is in grounds_
  std::vector<std::uint32_t> ground_times_;    // when that set last changed
  std::uint32_t last_ground_change_ = 0;
  std::vector<ClassId> done_;  // of the ground term that is being looked up
  bool is_uniform_ = false;    // whether the last search had the same start time for all its rules
  std::vector<std::uint32_t> rule_since_;
  std::vector<Since> state_since_;                 // the least of the rules below a state
  std::vector<std::vector<std::uint32_t>> reach_;  // by depth - 2, by class
  bool is_everything_recent_ = false;
  std::vector<ClassId> frontier_;
  std::vector<std::uint32_t> met_;     // by class: when it was last in the frontier
  std::vector<std::uint64_t> recent_;  // a bit for each class below which something new can be
  const std::function<bool()>* should_stop_ = nullptr;
  std::size_t work_ = 0;
  bool is_stopped_ = false;
};

}  // namespace noether::egraph
