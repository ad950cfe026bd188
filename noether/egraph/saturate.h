// Equality saturation: applies rules to a graph until they add nothing new, or a limit is reached.
//
//   const RuleSet rules({*read_rule("commute", "(+ ?a ?b)", "(+ ?b ?a)", language)});
//   EGraph<NoAnalysis> graph;
//   const ClassId root = add_term(graph, *read_term("(+ x y)", language));
//   Saturator saturator(rules);
//   const SaturationReport report = saturator.run(graph, {.limits = {.made_nodes = 1000}});
//
// A round searches all rules on the rebuilt graph, applies the matches in the order of the rules
// (and checks conditions then), and rebuilds. Limits are also checked inside a round: the graph
// stops within one match of the node limit, and within a few hundred matches of the limits on time
// and memory. The graph is rebuilt in every case.
//
// Near the node limit, one sweep over the graph takes several rounds: a search ends when it has
// found as many matches as can still be applied, and the next round resumes at that node.
//
// A Saturator keeps its allocated memory between runs, but no other state.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "noether/egraph/egraph.h"
#include "noether/egraph/match_program.h"
#include "noether/egraph/matcher.h"
#include "noether/egraph/scheduler.h"

namespace noether::egraph {

struct SaturationOptions {
  SaturationLimits limits = {};
  SchedulerOptions scheduler = {};
  // A search ends when it has found this many matches for every node that may still be made,
  // because more are rarely applied. If the matches made fewer nodes, the next search resumes where
  // this one ended. With 0, every search covers the whole graph.
  std::size_t matches_per_node = 1;
  std::function<bool()> goal = {};  // called after every rebuild; true stops the run
};

class Saturator {
 public:
  explicit Saturator(const RuleSet& rules)
      : rules_(rules), matcher_(rules.program(), rules.rules()), since_(rules.size()) {}

  template <typename A>
  SaturationReport run(EGraph<A>& graph, const SaturationOptions& options = {});

 private:
  using Clock = std::chrono::steady_clock;
  // Matches are applied in blocks, so that common parts of their right sides are added only once.
  static constexpr std::size_t kBlock = 16;
  static constexpr std::size_t kBlocksPerCheck = 8;

  template <typename A>
  std::optional<StopReason> exceeded_limit(const EGraph<A>& graph) const;
  template <typename A>
  std::size_t match_budget(const EGraph<A>& graph) const;
  template <typename A>
  bool search(EGraph<A>& graph);
  template <typename A>
  std::optional<StopReason> apply(EGraph<A>& graph);
  template <typename A>
  void apply_block(EGraph<A>& graph, std::uint32_t rule, const Matcher::Matches& matches,
                   std::size_t begin, std::size_t end);
  // With proofs, a union must join the exact terms of the rule, so the left side is built, too.
  template <typename A>
  ClassId build_left(EGraph<A>& graph, std::uint32_t rule, std::span<const ClassId> bindings);
  // Adds the seconds since the last lap to `total`.
  void lap(double& total);

  const RuleSet& rules_;
  Matcher matcher_;
  Scheduler scheduler_;
  SaturationOptions options_;
  SaturationReport report_;
  std::size_t matches_per_node_ = 0;
  std::vector<std::uint32_t> since_;
  // The state of the sweep: the node at which it resumes, the changes before it, the clock of its
  // first round, and the rules that were searched in all of it and applied all their matches.
  NodeId sweep_node_ = 0;
  std::size_t sweep_changes_ = 0;
  std::uint32_t sweep_clock_ = 0;
  std::vector<char> is_swept_;
  std::vector<ClassId> columns_;  // of the block being applied, see PatternBuilder
  std::vector<ClassId> left_;
  Clock::time_point started_;
  Clock::time_point lap_started_;
};

// Runs once, with its own memory.
template <typename A>
SaturationReport saturate(EGraph<A>& graph, const RuleSet& rules,
                          const SaturationOptions& options = {}) {
  return Saturator(rules).run(graph, options);
}

template <typename A>
SaturationReport Saturator::run(EGraph<A>& graph, const SaturationOptions& options) {
  options_ = options;
  scheduler_ = Scheduler(rules_.size(), options.scheduler);
  report_ = {};
  matches_per_node_ = options.matches_per_node;
  sweep_node_ = 0;
  matcher_.start();
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    matcher_.set_limit(rule, scheduler_.match_limit(rule));
  }
  started_ = lap_started_ = Clock::now();
  graph.rebuild();
  lap(report_.rebuild_seconds);
  for (;;) {
    if (options_.goal && options_.goal()) {
      report_.stop = StopReason::Goal;
      break;
    }
    if (const auto limit = exceeded_limit(graph)) {
      report_.stop = *limit;
      break;
    }
    if (report_.rounds == options_.limits.rounds) {
      report_.stop = StopReason::RoundLimit;
      break;
    }
    if (sweep_node_ == 0) sweep_changes_ = graph.change_count();
    const bool searched = search(graph);
    lap(report_.search_seconds);
    if (!searched) continue;
    const auto limit = apply(graph);
    graph.set_origin_of_new_nodes(EGraphCore::kNoOrigin);
    lap(report_.apply_seconds);
    graph.rebuild();
    lap(report_.rebuild_seconds);
    ++report_.rounds;
    if (limit) {
      report_.stop = *limit;
      break;
    }
    if (sweep_node_ == 0 && graph.change_count() == sweep_changes_) {
      if (std::ranges::find(is_swept_, 0) == is_swept_.end()) {
        report_.stop = StopReason::Saturated;
        break;
      }
      // Only banned rules may still add something.
      scheduler_.end_soonest_bans(report_.rounds);
    }
  }
  return report_;
}

template <typename A>
std::optional<StopReason> Saturator::exceeded_limit(const EGraph<A>& graph) const {
  const SaturationLimits& limits = options_.limits;
  if (graph.made_node_count() > limits.made_nodes) return StopReason::NodeLimit;
  if (limits.bytes != SIZE_MAX && graph.bytes() + matcher_.bytes() > limits.bytes) {
    return StopReason::MemoryLimit;
  }
  if (std::chrono::duration<double>(Clock::now() - started_).count() > limits.seconds) {
    return StopReason::TimeLimit;
  }
  return std::nullopt;
}

template <typename A>
std::size_t Saturator::match_budget(const EGraph<A>& graph) const {
  const std::size_t limit = options_.limits.made_nodes;
  if (matches_per_node_ == 0 || limit > SIZE_MAX / matches_per_node_) return SIZE_MAX;
  return matches_per_node_ * (limit + 1 - std::min(limit, graph.made_node_count()));
}

template <typename A>
bool Saturator::search(EGraph<A>& graph) {
  graph.index_changes();
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    since_[rule] =
        scheduler_.is_banned(rule, report_.rounds) ? Matcher::kNever : scheduler_.since(rule);
  }
  matcher_.set_budget(match_budget(graph));
  if (!matcher_.search(graph, since_, sweep_node_,
                       [&] { return exceeded_limit(graph).has_value(); })) {
    return false;
  }
  if (sweep_node_ == 0) {
    sweep_clock_ = graph.clock();
    is_swept_.assign(rules_.size(), 1);
  }
  for (const std::uint32_t rule : matcher_.rules_over_limit()) {
    scheduler_.ban(rule, report_.rounds);
    matcher_.set_limit(rule, scheduler_.match_limit(rule));
    is_swept_[rule] = 0;
  }
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    is_swept_[rule] = since_[rule] == Matcher::kNever ? 0 : is_swept_[rule];
  }
  return true;
}

template <typename A>
std::optional<StopReason> Saturator::apply(EGraph<A>& graph) {
  for (const std::uint32_t rule : matcher_.matched_rules()) {
    const Matcher::Matches& matches = matcher_.matches(rule);
    const std::size_t count = matches.count();
    for (std::size_t i = 0; i < count; i += kBlock) {
      if (graph.made_node_count() > options_.limits.made_nodes) return StopReason::NodeLimit;
      if ((report_.matches / kBlock) % kBlocksPerCheck == 0) {
        if (const auto limit = exceeded_limit(graph)) return limit;
      }
      const std::size_t end = std::min(i + kBlock, count);
      report_.matches += end - i;
      apply_block(graph, rule, matches, i, end);
    }
  }
  if (matcher_.next_node() != kNoId) {
    sweep_node_ = matcher_.next_node();
    matches_per_node_ *= 2;
    return std::nullopt;
  }
  sweep_node_ = 0;
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (is_swept_[rule] != 0) scheduler_.applied(rule, sweep_clock_);
  }
  return std::nullopt;
}

template <typename A>
void Saturator::apply_block(EGraph<A>& graph, std::uint32_t rule, const Matcher::Matches& matches,
                            std::size_t begin, std::size_t end) {
  const std::uint32_t condition = rules_[rule].condition;
  const PatternBuilder& builder = rules_.rhs(rule);
  const std::size_t variables = matches.width - 1;
  columns_.resize(builder.instance_size(variables) * kBlock);
  std::array<ClassId, kBlock> roots;
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const std::span<const ClassId> bindings = matches[i].subspan(1);
    if (condition != kNoCondition && !graph.analysis().holds(graph, condition, bindings)) continue;
    roots[count] = graph.proofs() ? build_left(graph, rule, bindings) : matches[i].front();
    for (std::size_t k = 0; k < variables; ++k) columns_[k * kBlock + count] = bindings[k];
    ++count;
  }
  graph.set_origin_of_new_nodes(rule);
  builder.build(graph, columns_, variables, count, kBlock);
  const auto right = builder.root(columns_, variables, count, kBlock);
  graph.prefetch_classes(std::span(roots).first(count));
  graph.prefetch_classes(right);
  for (std::size_t i = 0; i < count; ++i) {
    if (graph.unite(roots[i], right[i], Reason::rule(rule))) ++report_.unions;
  }
}

template <typename A>
ClassId Saturator::build_left(EGraph<A>& graph, std::uint32_t rule,
                              std::span<const ClassId> bindings) {
  const PatternBuilder& lhs = rules_.lhs(rule);
  left_.assign(bindings.begin(), bindings.end());
  left_.resize(lhs.instance_size(bindings.size()));
  lhs.build(graph, left_, bindings.size(), 1, 1);
  return lhs.root(left_, bindings.size(), 1, 1).front();
}

inline void Saturator::lap(double& total) {
  const Clock::time_point now = Clock::now();
  total += std::chrono::duration<double>(now - lap_started_).count();
  lap_started_ = now;
}

}  // namespace noether::egraph
