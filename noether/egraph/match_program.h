// The left sides of a whole rule set as one program: a trie of tests, so that rules with a common
// beginning are searched together.
//
// A state of the program knows the classes in registers 0, 1, 2, ... Register 0 is the class of the
// root, the next ones are the children of the root node, and each further node that is bound
// appends the registers of its children. From a state, edges lead on:
//   - Compare: two registers hold the same class (a variable that occurs twice);
//   - Ground: a register holds the class of a term without variables, looked up once per search;
//   - Bind: the class in a register has a node with this head; tried for each such node. If a child
//     must be a class that is already known, other nodes are skipped at once; if it is the first
//     child, it is found by bisection in the sorted slice of the class: (+ (* ?a ?b) (* ?a ?c))
//     joins on ?a rather than trying all pairs.
// In a state, the left sides of some rules may be matched completely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "noether/egraph/ids.h"
#include "noether/egraph/pattern.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

using StateId = std::uint32_t;
using Register = std::uint32_t;

class MatchProgram {
 public:
  static constexpr std::uint32_t kAnyHead = UINT32_MAX;

  // A part of one of the arrays below. All data that a search reads is in a few flat arrays,
  // because a search visits states in no particular order and would otherwise wait for memory.
  struct Slice {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Compare {
    Register a;
    Register b;
    StateId next;
  };
  struct Ground {
    Register reg;
    std::uint32_t ground;
    StateId next;
  };
  // All ground tests of one register. Most classes hold no ground term, so they fail all of them at
  // once.
  struct GroundGroup {
    Register reg;
    Slice grounds;
  };
  // The class that a child of a bound node must be in, if it is known before the node: the class in
  // a register, or that of a ground term.
  struct KnownChild {
    Register reg = kNoId;
    std::uint32_t ground = kNoId;

    bool is_known() const { return reg != kNoId || ground != kNoId; }
    friend bool operator==(const KnownChild&, const KnownChild&) = default;
  };
  struct Bind {
    std::uint32_t head;
    std::uint32_t arity;
    KnownChild first;
    KnownChild second;
    StateId next;
    std::uint32_t head_bit = 0;  // as in ClassIndex::heads
    // The child's class must contain one of these heads, as in ClassIndex::heads, for anything to
    // match.
    std::uint32_t first_heads = kAnyHead;
    std::uint32_t second_heads = kAnyHead;
  };
  // A register that a rule below this state still binds, and the depth of its pattern.
  struct Pending {
    Register reg;
    std::uint32_t depth;
  };
  // All binds of one register, by head.
  struct BindGroup {
    Register reg;
    std::uint32_t heads = 0;  // as in ClassIndex::heads
    Slice binds;
  };
  struct State {
    Register registers;  // the number of registers known here; binds append after them
    Slice rules;
    Slice compares;
    Slice ground_groups;
    Slice groups;
    Slice pending;
  };

  explicit MatchProgram(std::span<const Rule> rules);

  const State& state(StateId id) const { return states_[id]; }
  std::span<const std::uint32_t> rules(const State& state) const {
    return part(rules_, state.rules);
  }
  std::span<const Compare> compares(const State& state) const {
    return part(compares_, state.compares);
  }
  std::span<const GroundGroup> ground_groups(const State& state) const {
    return part(ground_groups_, state.ground_groups);
  }
  std::span<const Ground> grounds(const GroundGroup& group) const {
    return part(ground_edges_, group.grounds);
  }
  std::span<const BindGroup> groups(const State& state) const {
    return part(groups_, state.groups);
  }
  std::span<const Bind> binds(const BindGroup& group) const { return part(binds_, group.binds); }
  std::span<const Pending> pending(const State& state) const {
    return part(pending_, state.pending);
  }
  // The predecessor of each state, kNoId for a start. It always has a smaller number.
  std::span<const StateId> parents() const { return parents_; }
  // The state in which the left side of a rule is matched completely; kNoId if the left side is not
  // a node.
  StateId state_of(std::size_t rule) const { return rule_states_[rule]; }
  std::size_t state_count() const { return states_.size(); }
  // The state where matching starts at such a node; kNoId if no left side has it as its root.
  StateId start(std::uint32_t head, std::uint32_t arity) const;

  // The terms without variables that occur in left sides.
  std::span<const Term> grounds() const { return grounds_; }
  // The rules whose left side contains the ground term.
  std::span<const std::uint32_t> rules_with(std::size_t ground) const {
    return part(ground_rule_lists_, ground_rule_slices_[ground]);
  }
  // By rule: the ground terms of its left side, and the register of each variable after a match.
  std::span<const std::uint32_t> grounds_of(std::size_t rule) const { return rule_grounds_[rule]; }
  std::span<const Register> variables_of(std::size_t rule) const {
    return part(variables_, rule_variables_[rule]);
  }

  // The rules whose left side is a single variable, or has no variables (with their term).
  std::span<const std::uint32_t> variable_rules() const { return variable_rules_; }
  std::span<const std::uint32_t> ground_rules() const { return ground_rules_; }

  std::size_t register_count() const { return register_count_; }
  // The depth of the deepest left side, counted in bound nodes from root to leaf.
  std::size_t depth() const { return depth_; }

 private:
  // A state while rules are still being added.
  struct DraftGroup {
    Register reg;
    std::uint32_t heads = 0;
    std::vector<Bind> binds;
  };
  struct Draft {
    StateId parent;
    Register registers = 0;
    std::vector<std::uint32_t> rules = {};
    std::vector<Compare> compares = {};
    std::vector<Ground> grounds = {};
    std::vector<DraftGroup> groups = {};
    std::vector<Pending> pending = {};
  };
  struct Unbound {
    Register reg;
    std::size_t pattern;  // where it starts in the left side
  };

  void add_rule(std::uint32_t index, const Rule& rule);
  StateId add_start(std::uint32_t head, std::uint32_t arity);
  StateId add_state(StateId parent, Register registers);
  StateId follow_compare(StateId from, Register a, Register b);
  StateId follow_ground(StateId from, Register reg, std::uint32_t ground);
  StateId follow_bind(StateId from, Register reg, const Bind& bind);
  void note_pending(StateId state, std::span<const Unbound> unbound, PatternSpan lhs);
  std::uint32_t add_ground(PatternSpan pattern);
  void index_starts();
  void index_grounds();
  void lay_out();
  // The heads, one of which the class in the register must contain from this state on.
  std::uint32_t needed_heads(StateId id, Register reg) const;

  template <typename T>
  static std::span<const T> part(const std::vector<T>& all, Slice slice) {
    return {all.data() + slice.begin, all.data() + slice.end};
  }
  template <typename T>
  static Slice append(std::vector<T>& all, const std::vector<T>& some) {
    const auto begin = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), some.begin(), some.end());
    return {begin, static_cast<std::uint32_t>(all.size())};
  }

  std::vector<Draft> drafts_;  // empty once the program is laid out
  std::vector<State> states_;
  std::vector<StateId> parents_;  // by state
  std::vector<std::uint32_t> rules_;
  std::vector<Compare> compares_;
  std::vector<GroundGroup> ground_groups_;
  std::vector<Ground> ground_edges_;
  std::vector<BindGroup> groups_;
  std::vector<Bind> binds_;
  std::vector<Pending> pending_;
  std::vector<std::pair<std::uint32_t, StateId>> starts_;  // by head
  std::vector<StateId> start_table_;                       // open addressing, into starts_
  std::vector<Term> grounds_;
  std::vector<std::vector<std::uint32_t>> rule_grounds_;
  std::vector<std::uint32_t> ground_rule_lists_;
  std::vector<Slice> ground_rule_slices_;  // by ground term
  std::vector<Register> variables_;
  std::vector<Slice> rule_variables_;
  std::vector<StateId> rule_states_;
  std::vector<std::uint32_t> variable_rules_;
  std::vector<std::uint32_t> ground_rules_;
  std::size_t register_count_ = 1;
  std::size_t depth_ = 1;
};

// Rules compiled once for any number of graphs: all left sides into one match program, each right
// side into the steps that build it. A RuleSet never changes, so threads may share it.
class RuleSet {
 public:
  explicit RuleSet(std::vector<Rule> rules) : rules_(std::move(rules)), program_(rules_) {
    for (const Rule& rule : rules_) {
      lhs_.emplace_back(rule.lhs);
      rhs_.emplace_back(rule.rhs);
    }
  }

  std::size_t size() const { return rules_.size(); }
  const Rule& operator[](std::size_t i) const { return rules_[i]; }
  std::span<const Rule> rules() const { return rules_; }
  const MatchProgram& program() const { return program_; }
  const PatternBuilder& lhs(std::size_t i) const { return lhs_[i]; }
  const PatternBuilder& rhs(std::size_t i) const { return rhs_[i]; }

 private:
  std::vector<Rule> rules_;
  MatchProgram program_;
  std::vector<PatternBuilder> lhs_;
  std::vector<PatternBuilder> rhs_;
};

}  // namespace noether::egraph
