#include "noether/egraph/match_program.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "noether/base/mix.h"
#include "noether/egraph/class_index.h"

namespace noether::egraph {
namespace {

// The number of nodes that must be bound one below the other to match the pattern.
std::uint32_t bound_depth(PatternSpan pattern) {
  if (pattern.front().is_variable || is_ground(pattern)) return 0;
  std::uint32_t depth = 0;
  for (const std::size_t child : child_begins(pattern)) {
    depth = std::max(depth, bound_depth(pattern.subspan(child)));
  }
  return depth + 1;
}

// Determines which of several nodes to bind first (the smallest cost): one of which a class has
// few, or one that is found by a known child. sin(a) cos(b) + cos(a) sin(b) must not try all pairs
// of products in two classes before it looks for a sine.
int bind_cost(PatternSpan pattern, std::span<const Register> variables) {
  if (pattern.front().arity != 2) return 0;
  const std::vector<std::size_t> children = child_begins(pattern);
  const auto is_bound = [&](std::size_t child) {
    return pattern[child].is_variable && variables[pattern[child].id] != kNoId;
  };
  if (std::ranges::any_of(children, [&](std::size_t c) { return is_ground(pattern.subspan(c)); })) {
    return 1;
  }
  if (is_bound(children[0])) return 2;
  return is_bound(children[1]) ? 3 : 4;
}

std::size_t start_slot(std::uint32_t head, std::size_t mask) {
  return (head * base::kGoldenRatio32 >> 16) & mask;
}

}  // namespace

MatchProgram::MatchProgram(std::span<const Rule> rules)
    : rule_grounds_(rules.size()),
      rule_variables_(rules.size()),
      rule_states_(rules.size(), kNoId) {
  for (std::uint32_t i = 0; i < rules.size(); ++i) add_rule(i, rules[i]);
  index_grounds();
  lay_out();
  index_starts();
}

void MatchProgram::add_rule(std::uint32_t index, const Rule& rule) {
  const PatternSpan lhs = rule.lhs;
  std::vector<Register> variables(rule.variables.size(), kNoId);
  if (lhs.front().is_variable) {
    variables[0] = 0;
    rule_variables_[index] = append(variables_, variables);
    variable_rules_.push_back(index);
    return;
  }
  if (is_ground(lhs)) {
    rule_grounds_[index].push_back(add_ground(lhs));
    ground_rules_.push_back(index);
    return;
  }
  depth_ = std::max<std::size_t>(depth_, bound_depth(lhs));

  std::vector<Unbound> unbound;  // by register
  Register registers = 1;
  const auto append_children = [&](std::size_t pattern) {
    for (const std::size_t child : child_begins(lhs.subspan(pattern))) {
      unbound.push_back({registers++, pattern + child});
    }
  };
  StateId state = add_start(Node::make_head(lhs.front().id, lhs.front().arity), lhs.front().arity);
  append_children(0);
  for (;;) {
    // Cheap tests come first: they avoid most of the useless bindings.
    std::vector<Unbound> left;
    std::vector<std::pair<Register, Register>> compares;
    std::vector<std::pair<Register, std::uint32_t>> grounds;
    for (const Unbound& item : unbound) {
      const PatternNode& node = lhs[item.pattern];
      if (node.is_variable) {
        Register& known = variables[node.id];
        if (known == kNoId) {
          known = item.reg;
        } else {
          compares.emplace_back(item.reg, known);
        }
      } else if (is_ground(lhs.subspan(item.pattern))) {
        grounds.emplace_back(item.reg, add_ground(lhs.subspan(item.pattern)));
        rule_grounds_[index].push_back(grounds.back().second);
      } else {
        left.push_back(item);
      }
    }
    unbound = std::move(left);
    note_pending(state, unbound, lhs);
    for (const auto& [reg, ground] : grounds) {
      state = follow_ground(state, reg, ground);
      note_pending(state, unbound, lhs);
    }
    for (const auto& [a, b] : compares) {
      state = follow_compare(state, a, b);
      note_pending(state, unbound, lhs);
    }
    if (unbound.empty()) break;

    const auto cheapest = std::ranges::min_element(unbound, {}, [&](const Unbound& item) {
      return bind_cost(lhs.subspan(item.pattern), variables);
    });
    const Unbound next = *cheapest;
    unbound.erase(cheapest);
    const PatternNode& node = lhs[next.pattern];
    Bind bind{Node::make_head(node.id, node.arity), node.arity, {}, {}, 0};
    bind.head_bit = ClassIndex::head_bit(bind.head);
    const std::vector<std::size_t> children = child_begins(lhs.subspan(next.pattern));
    const Register first_register = registers;
    append_children(next.pattern);
    for (std::size_t i = 0; i < children.size() && node.arity < 3; ++i) {
      const std::size_t pattern = next.pattern + children[i];
      KnownChild& known = i == 0 ? bind.first : bind.second;
      if (lhs[pattern].is_variable) {
        known.reg = variables[lhs[pattern].id];
      } else if (is_ground(lhs.subspan(pattern))) {
        known.ground = add_ground(lhs.subspan(pattern));
        rule_grounds_[index].push_back(known.ground);
      }
      // The bind itself checks the child.
      if (known.is_known()) {
        std::erase_if(unbound, [&](const Unbound& item) {
          return item.reg == first_register + static_cast<Register>(i);
        });
      }
    }
    state = follow_bind(state, next.reg, bind);
  }
  drafts_[state].rules.push_back(index);
  rule_variables_[index] = append(variables_, variables);
  rule_states_[index] = state;
  register_count_ = std::max<std::size_t>(register_count_, registers);
}

void MatchProgram::note_pending(StateId state, std::span<const Unbound> unbound, PatternSpan lhs) {
  std::vector<Pending>& pending = drafts_[state].pending;
  for (const Unbound& item : unbound) {
    const std::uint32_t depth = bound_depth(lhs.subspan(item.pattern));
    const auto known = std::ranges::find(pending, item.reg, &Pending::reg);
    if (known == pending.end()) {
      pending.push_back({item.reg, depth});
    } else {
      known->depth = std::max(known->depth, depth);
    }
  }
}

std::uint32_t MatchProgram::add_ground(PatternSpan pattern) {
  Term term;
  for (const PatternNode& node : pattern.first(pattern.front().size)) {
    term.tokens.push_back({node.id, node.arity});
  }
  const auto known = std::ranges::find(grounds_, term);
  if (known == grounds_.end()) {
    grounds_.push_back(std::move(term));
    return static_cast<std::uint32_t>(grounds_.size() - 1);
  }
  return static_cast<std::uint32_t>(known - grounds_.begin());
}

StateId MatchProgram::add_state(StateId parent, Register registers) {
  drafts_.push_back({.parent = parent, .registers = registers});
  return static_cast<StateId>(drafts_.size() - 1);
}

StateId MatchProgram::add_start(std::uint32_t head, std::uint32_t arity) {
  for (const auto& [known, state] : starts_) {
    if (known == head && drafts_[state].registers == arity + 1) return state;
  }
  starts_.emplace_back(head, add_state(kNoId, arity + 1));
  return starts_.back().second;
}

StateId MatchProgram::follow_compare(StateId from, Register a, Register b) {
  for (const Compare& edge : drafts_[from].compares) {
    if (edge.a == a && edge.b == b) return edge.next;
  }
  const StateId next = add_state(from, drafts_[from].registers);
  drafts_[from].compares.push_back({a, b, next});
  return next;
}

StateId MatchProgram::follow_ground(StateId from, Register reg, std::uint32_t ground) {
  for (const Ground& edge : drafts_[from].grounds) {
    if (edge.reg == reg && edge.ground == ground) return edge.next;
  }
  const StateId next = add_state(from, drafts_[from].registers);
  drafts_[from].grounds.push_back({reg, ground, next});
  return next;
}

StateId MatchProgram::follow_bind(StateId from, Register reg, const Bind& bind) {
  auto group = std::ranges::find(drafts_[from].groups, reg, &DraftGroup::reg);
  if (group == drafts_[from].groups.end()) {
    drafts_[from].groups.push_back({.reg = reg, .binds = {}});
    group = drafts_[from].groups.end() - 1;
  }
  for (const Bind& edge : group->binds) {
    if (edge.head == bind.head && edge.arity == bind.arity && edge.first == bind.first &&
        edge.second == bind.second) {
      return edge.next;
    }
  }
  const auto at = group - drafts_[from].groups.begin();
  const StateId next = add_state(from, drafts_[from].registers + bind.arity);
  DraftGroup& grown = drafts_[from].groups[static_cast<std::size_t>(at)];
  grown.heads |= bind.head_bit;
  grown.binds.push_back(bind);
  grown.binds.back().next = next;
  return next;
}

void MatchProgram::lay_out() {
  for (Draft& draft : drafts_) {
    parents_.push_back(draft.parent);
    State state{.registers = draft.registers,
                .rules = append(rules_, draft.rules),
                .compares = append(compares_, draft.compares),
                .ground_groups = {},
                .groups = {},
                .pending = append(pending_, draft.pending)};
    state.ground_groups.begin = static_cast<std::uint32_t>(ground_groups_.size());
    std::ranges::sort(draft.grounds, {},
                      [](const Ground& edge) { return std::pair(edge.reg, edge.next); });
    for (auto first = draft.grounds.begin(); first != draft.grounds.end();) {
      const auto last = std::find_if(first, draft.grounds.end(),
                                     [&](const Ground& edge) { return edge.reg != first->reg; });
      ground_groups_.push_back({first->reg, append(ground_edges_, std::vector(first, last))});
      first = last;
    }
    state.ground_groups.end = static_cast<std::uint32_t>(ground_groups_.size());
    state.groups.begin = static_cast<std::uint32_t>(groups_.size());
    for (DraftGroup& group : draft.groups) {
      std::ranges::sort(group.binds, {},
                        [](const Bind& edge) { return std::pair(edge.head, edge.next); });
      groups_.push_back({group.reg, group.heads, append(binds_, group.binds)});
    }
    state.groups.end = static_cast<std::uint32_t>(groups_.size());
    states_.push_back(state);
  }
  drafts_ = {};
  for (const State& state : states_) {
    for (std::uint32_t g = state.groups.begin; g != state.groups.end; ++g) {
      for (std::uint32_t b = groups_[g].binds.begin; b != groups_[g].binds.end; ++b) {
        Bind& bind = binds_[b];
        if (bind.arity > 2) continue;
        bind.first_heads = needed_heads(bind.next, state.registers);
        if (bind.arity == 2) bind.second_heads = needed_heads(bind.next, state.registers + 1);
      }
    }
  }
}

std::uint32_t MatchProgram::needed_heads(StateId id, Register reg) const {
  const State& state = states_[id];
  if (!rules(state).empty()) return kAnyHead;
  std::uint32_t heads = 0;
  for (const Compare& edge : compares(state)) heads |= needed_heads(edge.next, reg);
  for (const GroundGroup& group : ground_groups(state)) {
    for (const Ground& edge : grounds(group)) {
      heads |= group.reg == reg ? kAnyHead : needed_heads(edge.next, reg);
    }
  }
  for (const BindGroup& group : groups(state)) {
    if (group.reg == reg) {
      heads |= group.heads;
      continue;
    }
    for (const Bind& bind : binds(group)) heads |= needed_heads(bind.next, reg);
  }
  return heads;
}

void MatchProgram::index_grounds() {
  std::vector<std::vector<std::uint32_t>> rules(grounds_.size());
  for (std::uint32_t rule = 0; rule < rule_grounds_.size(); ++rule) {
    for (const std::uint32_t ground : rule_grounds_[rule]) rules[ground].push_back(rule);
  }
  for (const auto& list : rules) ground_rule_slices_.push_back(append(ground_rule_lists_, list));
}

void MatchProgram::index_starts() {
  start_table_.assign(std::bit_ceil(starts_.size() * 4 + 1), kNoId);
  const std::size_t mask = start_table_.size() - 1;
  for (std::uint32_t i = 0; i < starts_.size(); ++i) {
    std::size_t at = start_slot(starts_[i].first, mask);
    while (start_table_[at] != kNoId) at = (at + 1) & mask;
    start_table_[at] = i;
  }
}

StateId MatchProgram::start(std::uint32_t head, std::uint32_t arity) const {
  const std::size_t mask = start_table_.size() - 1;
  for (std::size_t at = start_slot(head, mask); start_table_[at] != kNoId; at = (at + 1) & mask) {
    const auto& [known, state] = starts_[start_table_[at]];
    // A head of three or more children does not determine their number.
    if (known == head && states_[state].registers == arity + 1) return state;
  }
  return kNoId;
}

}  // namespace noether::egraph
