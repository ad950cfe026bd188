#include "noether/egraph/matcher.h"

#include <algorithm>

namespace noether::egraph {
namespace {

// The number of nodes visited between two calls of `should_stop`.
constexpr std::size_t kNodesPerStopCheck = 4096;
// If more than one class in this many changed, all classes are searched.
constexpr std::size_t kManyChanges = 4;

}  // namespace

Matcher::Matcher(const MatchProgram& program, std::span<const Rule> rules)
    : program_(program),
      is_conditional_(rules.size()),
      matches_(rules.size()),
      registers_(program.register_count()),
      rule_since_(rules.size()),
      state_since_(program.state_count()),
      reach_(program.depth() > 2 ? program.depth() - 2 : 0) {
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    is_conditional_[rule] = rules[rule].condition != kNoCondition ? 1 : 0;
    matches_[rule].width = 1 + program.variables_of(rule).size();
  }
  start();
}

void Matcher::start() {
  grounds_.assign(program_.grounds().size(), kNoId);
  ground_times_.assign(program_.grounds().size(), 0);
  last_ground_change_ = 0;
  is_uniform_ = false;
  for (auto& level : reach_) level.clear();
  met_.clear();
}

void Matcher::set_limit(std::size_t rule, std::size_t matches) {
  Matches& of_rule = matches_[rule];
  if (__builtin_mul_overflow(matches, of_rule.width, &of_rule.max_size)) {
    of_rule.max_size = SIZE_MAX;
  }
}

bool Matcher::search(const EGraphCore& graph, std::span<const std::uint32_t> since, NodeId first,
                     const std::function<bool()>& should_stop) {
  graph_ = &graph;
  now_ = graph.clock() - 1;
  for (const std::uint32_t rule : matched_rules_) matches_[rule].flat.clear();
  matched_rules_.clear();
  rules_over_limit_.clear();
  match_count_ = 0;
  look_up_grounds();
  update_reach();
  set_since(since);
  should_stop_ = &should_stop;
  work_ = 0;
  is_stopped_ = false;
  next_node_ = kNoId;
  if (first == 0) {
    search_variable_rules();
    search_ground_rules();
  }
  search_nodes(first);
  std::erase_if(matched_rules_, [&](std::uint32_t rule) { return matches_[rule].flat.empty(); });
  std::ranges::sort(matched_rules_);
  return !is_stopped_;
}

// Like lookup_term, but without allocation: this runs for every ground term in every round.
ClassId Matcher::look_up(const Term& term) {
  done_.clear();
  for (auto token = term.tokens.rbegin(); token != term.tokens.rend(); ++token) {
    // Read backwards, the children of a token are the last ones done, the first child on top.
    const auto children = std::span(done_).last(token->arity);
    std::ranges::reverse(children);
    const NodeId node = graph_->lookup_node(token->symbol, children);
    if (node == kNoId) return kNoId;
    done_.resize(done_.size() - token->arity);
    done_.push_back(graph_->find(node));
  }
  return done_.back();
}

void Matcher::look_up_grounds() {
  for (std::size_t i = 0; i < grounds_.size(); ++i) {
    const ClassId found = look_up(program_.grounds()[i]);
    if (found == grounds_[i]) continue;
    grounds_[i] = found;
    ground_times_[i] = now_;
    last_ground_change_ = now_;
  }
  ground_classes_.assign(graph_->id_count() / 64 + 1, 0);
  for (const ClassId id : grounds_) {
    if (id != kNoId) ground_classes_[id / 64] |= std::uint64_t{1} << (id % 64);
  }
}

void Matcher::update_reach() {
  frontier_.assign(graph_->changed_classes().begin(), graph_->changed_classes().end());
  met_.resize(graph_->id_count());
  // Beyond this fraction, nearly everything changed, and finding the exceptions saves no search.
  is_everything_recent_ = frontier_.size() * kManyChanges > graph_->class_count();
  if (is_everything_recent_) {
    for (std::vector<std::uint32_t>& level : reach_) level.assign(graph_->id_count(), now_);
    return;
  }
  for (const ClassId id : frontier_) met_[id] = now_;
  // Each level reaches one step further up; only the classes added by the last step need their
  // parents visited.
  std::size_t begin = 0;
  for (std::vector<std::uint32_t>& level : reach_) {
    const std::size_t end = frontier_.size();
    for (; begin < end; ++begin) {
      graph_->for_each_parent(frontier_[begin], [&](NodeId parent) {
        const ClassId above = graph_->find(parent);
        if (met_[above] == now_) return;
        met_[above] = now_;
        frontier_.push_back(above);
      });
    }
    level.resize(graph_->id_count());
    for (const ClassId id : frontier_) level[id] = now_;
  }
}

void Matcher::set_since(std::span<const std::uint32_t> since) {
  // Usually all rules were searched completely last time, and no ground term has appeared since.
  // The same states are then searched again with another start time.
  const std::uint32_t common = since.empty() ? 0 : since.front();
  const bool is_uniform = common != 0 && common != kNever &&
                          std::ranges::all_of(since, [&](auto time) { return time == common; });
  if (is_uniform && is_uniform_ && last_ground_change_ < common) {
    const auto move = [&](std::uint32_t time) { return time == kNever ? kNever : common; };
    for (std::uint32_t& time : rule_since_) time = move(time);
    for (Since& state : state_since_) state = {move(state.change), move(state.wake)};
    return;
  }
  is_uniform_ = is_uniform;
  std::ranges::copy(since, rule_since_.begin());
  for (std::uint32_t ground = 0; ground < grounds_.size(); ++ground) {
    const bool is_missing = grounds_[ground] == kNoId;
    for (const std::uint32_t rule : program_.rules_with(ground)) {
      if (is_missing) {
        rule_since_[rule] = kNever;
      } else if (ground_times_[ground] >= since[rule] && rule_since_[rule] != kNever) {
        // Anything next to the old class of the term may now match.
        rule_since_[rule] = 0;
      }
    }
  }
  update_states();
}

void Matcher::update_states() {
  std::ranges::fill(state_since_, Since{});
  for (std::size_t rule = 0; rule < rule_since_.size(); ++rule) {
    const StateId state = program_.state_of(rule);
    if (state == kNoId) continue;
    const std::uint32_t since = rule_since_[rule];
    state_since_[state].add({since, is_conditional_[rule] ? since : kNever});
  }
  // A state has a larger number than its predecessor.
  const std::span<const StateId> parents = program_.parents();
  for (std::size_t state = parents.size(); state-- > 0;) {
    if (parents[state] != kNoId) state_since_[parents[state]].add(state_since_[state]);
  }
}

void Matcher::search_variable_rules() {
  for (const std::uint32_t rule : program_.variable_rules()) {
    const std::uint32_t since = rule_since_[rule];
    if (since == kNever) continue;
    // A class is new to the rule if it was made since. Changed data also counts as a change of the
    // class, so a rule with a condition is checked for every class that changed.
    const bool has_condition = is_conditional_[rule];
    const ClassId begin = has_condition ? 0 : graph_->first_id_since(since);
    for (ClassId id = begin; id < graph_->id_count() && rule_since_[rule] != kNever; ++id) {
      if (++work_ % kNodesPerStopCheck == 0) check_stop();
      if (is_stopped_) return;
      if (!graph_->is_class(id)) continue;
      if (has_condition && graph_->index().change_time(id) < since) continue;
      registers_[0] = id;
      emit(rule);
    }
  }
}

void Matcher::search_ground_rules() {
  for (const std::uint32_t rule : program_.ground_rules()) {
    const std::uint32_t ground = program_.grounds_of(rule).front();
    if (rule_since_[rule] == kNever) continue;
    const ClassId id = grounds_[ground];
    if (rule_since_[rule] != 0 && graph_->index().change_time(id) < rule_since_[rule]) continue;
    registers_[0] = id;
    emit(rule);
  }
}

void Matcher::mark_recent_classes(std::uint32_t since) {
  recent_.assign(graph_->id_count() / 64 + 1, 0);
  if (is_everything_recent_) {
    std::ranges::fill(recent_, ~std::uint64_t{0});
    return;
  }
  const auto mark = [&](ClassId id) { recent_[id / 64] |= std::uint64_t{1} << (id % 64); };
  if (since == now_) {
    // Marks the classes that changed at the last tick, and those above them.
    std::ranges::for_each(frontier_, mark);
    return;
  }
  const auto deepest = static_cast<std::uint32_t>(reach_.size() + 1);
  for (ClassId id = 0; id < graph_->id_count(); ++id) {
    if (reach(deepest, id) >= since) mark(id);
  }
}

void Matcher::search_nodes(NodeId first) {
  if (program_.state_count() == 0) return;
  const std::uint32_t since = std::ranges::min(state_since_, {}, &Since::change).change;
  if (since == kNever) return;
  mark_recent_classes(since);
  for (NodeId node = first; node < graph_->id_count(); ++node) {
    if (++work_ % kNodesPerStopCheck == 0) check_stop();
    if (is_stopped_) return;
    if (match_count_ >= budget_ && node != first) {  // at least one node, to make progress
      next_node_ = node;
      return;
    }
    if (!graph_->is_visible(node)) continue;
    const std::span<const ClassId> children = graph_->children(node);
    const std::uint32_t change = graph_->form_time(node);
    const Newest newest{change, std::max(change, graph_->wake_time(node))};
    if (newest.change_or_wake < since &&
        std::ranges::none_of(children, [&](ClassId child) { return is_recent(child); })) {
      continue;
    }
    if (children.empty()) continue;
    const StateId start =
        program_.start(graph_->form(node).head, static_cast<std::uint32_t>(children.size()));
    if (start == kNoId) continue;
    std::ranges::copy(children, registers_.begin() + 1);
    if (!can_be_new(start, newest)) continue;
    registers_[0] = graph_->find(node);
    run(start, newest);
  }
}

bool Matcher::has_new_below(StateId state, std::uint32_t since) const {
  for (const MatchProgram::Pending& pending : program_.pending(program_.state(state))) {
    if (reach(pending.depth, registers_[pending.reg]) >= since) return true;
  }
  return false;
}

void Matcher::run(StateId id, Newest newest) {
  const MatchProgram::State& state = program_.state(id);
  for (const std::uint32_t rule : program_.rules(state)) {
    const std::uint32_t time = is_conditional_[rule] ? newest.change_or_wake : newest.change;
    if (time >= rule_since_[rule] && rule_since_[rule] != kNever) emit(rule);
  }
  for (const MatchProgram::GroundGroup& group : program_.ground_groups(state)) {
    const ClassId known = registers_[group.reg];
    if (!is_ground(known)) continue;
    for (const MatchProgram::Ground& edge : program_.grounds(group)) {
      if (known == grounds_[edge.ground] && can_be_new(edge.next, newest)) run(edge.next, newest);
    }
  }
  for (const MatchProgram::Compare& edge : program_.compares(state)) {
    if (registers_[edge.a] == registers_[edge.b] && can_be_new(edge.next, newest)) {
      run(edge.next, newest);
    }
  }
  for (const MatchProgram::BindGroup& group : program_.groups(state)) {
    if ((graph_->index().heads(registers_[group.reg]) & group.heads) != 0) {
      run_binds(group, state.registers, newest);
    }
  }
}

void Matcher::run_binds(const MatchProgram::BindGroup& group, Register registers, Newest newest) {
  const std::span<const IndexedNode> nodes = graph_->index().nodes(registers_[group.reg]);
  const std::uint32_t heads = graph_->index().heads(registers_[group.reg]);
  auto begin = nodes.begin();
  for (const MatchProgram::Bind& bind : program_.binds(group)) {
    if ((heads & bind.head_bit) == 0 || state_since_[bind.next].change == kNever) continue;
    if (begin != nodes.end() && begin->form.head < bind.head) {
      begin = std::partition_point(begin, nodes.end(), [&](const IndexedNode& other) {
        return other.form.head < bind.head;
      });
    }
    if (begin == nodes.end()) return;
    auto node = begin;
    const ClassId first = known_class(bind.first);
    const ClassId second = known_class(bind.second);
    if ((bind.first.is_known() && first == kNoId) || (bind.second.is_known() && second == kNoId)) {
      continue;  // a ground term that the graph does not have
    }
    if (first != kNoId) {
      node = std::partition_point(begin, nodes.end(), [&](const IndexedNode& other) {
        return other.form.head < bind.head ||
               (other.form.head == bind.head && other.form.first < first);
      });
    }
    for (; node != nodes.end() && node->form.head == bind.head; ++node) {
      if (state_since_[bind.next].change == kNever) break;  // since the last node
      if (first != kNoId && node->form.first != first) break;
      if (second != kNoId && node->form.second != second) continue;
      if (bind.arity < 3) {
        if (!has_head(node->form.first, bind.first_heads)) continue;
        registers_[registers] = node->form.first;
        if (bind.arity == 2) {
          if (!has_head(node->form.second, bind.second_heads)) continue;
          registers_[registers + 1] = node->form.second;
        }
      } else {
        const std::span<const ClassId> children = graph_->children(node->id);
        if (children.size() != bind.arity) continue;
        std::ranges::copy(children, registers_.begin() + registers);
      }
      if (++work_ % kNodesPerStopCheck == 0) check_stop();
      if (is_stopped_) return;
      Newest newer = newest;
      if (newest.change != now_) {
        const std::uint32_t place = graph_->place_time(node->id);
        newer = {std::max(newest.change, place),
                 std::max({newest.change_or_wake, place, graph_->wake_time(node->id)})};
      }
      if (can_be_new(bind.next, newer)) run(bind.next, newer);
    }
  }
}

void Matcher::emit(std::uint32_t rule) {
  Matches& matches = matches_[rule];
  if (matches.flat.empty()) matched_rules_.push_back(rule);
  if (matches.flat.size() >= matches.max_size) {
    match_count_ -= matches.count();
    matches.flat.clear();
    rules_over_limit_.push_back(rule);
    rule_since_[rule] = kNever;
    is_uniform_ = false;
    update_states();  // the rule needs no further bindings
    return;
  }
  matches.flat.push_back(registers_[0]);
  for (const Register variable : program_.variables_of(rule)) {
    matches.flat.push_back(registers_[variable]);
  }
  ++match_count_;
}

std::size_t Matcher::bytes() const {
  std::size_t words = 0;
  for (const Matches& matches : matches_) words += matches.flat.capacity();
  for (const auto& level : reach_) words += level.capacity();
  return (words + frontier_.capacity() + met_.capacity()) * sizeof(std::uint32_t) +
         recent_.capacity() * sizeof(std::uint64_t);
}

}  // namespace noether::egraph
