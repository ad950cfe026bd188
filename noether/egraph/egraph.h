// An e-graph: many terms, and which of them are equal, in little space.
//
//   EGraph<NoAnalysis> graph;
//   const ClassId x = graph.add(symbol_x, {});
//   const ClassId y = graph.add(symbol_y, {});
//   const ClassId fx = graph.add(symbol_f, {x});
//   const ClassId fy = graph.add(symbol_f, {y});
//   graph.unite(x, y, Reason::given());
//   graph.rebuild();
//   graph.find(fx) == graph.find(fy);  // congruence
//
// `add` and `unite` may be called in any order; `rebuild` restores congruence and the data of the
// analysis after them. Between the two, `find` is right about what was united, while `lookup` and
// the nodes of a class may show forms that are about to change.
//
// The guard. A union of two classes whose data is not `compatible` is refused: nothing changes, and
// the refusal is counted and kept in `refusals()`. A congruence whose classes are not compatible is
// refused too, because an earlier union of their children must have been wrong. The two nodes then
// stay in their own classes, hash-consing finds the older one, congruence is not closed for this
// pair, and the data of both classes stays unchanged. If the data derived from a node contradicts
// the data of its class, the refusal is recorded in the same way, and the class keeps its data.
//
// With proofs, `add` returns the id of exactly this term, which may differ from the id of its
// class; without proofs, it returns the class.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/invariants.h"
#include "noether/egraph/large_array.h"

namespace noether::egraph {

// The data that an e-graph keeps for each class, and the guard against wrong unions.
//
// An analysis assigns every class a value of its type Data. The graph notifies it of new nodes and
// unions, and it keeps the invariant that the data of a class joins the data of all its nodes
// (egg's e-class analyses).

// The sides of a merge whose data has changed.
struct MergeChange {
  bool into = false;
  bool from = false;
};

template <typename A>
class EGraph;

template <typename A>
concept Analysis =
    requires(A analysis, const A& constant, EGraph<A>& graph, const EGraph<A>& constant_graph,
             const NodeView& node, typename A::Data& into, typename A::Data& from,
             const typename A::Data& a, const typename A::Data& b, ClassId id,
             std::uint32_t condition, std::span<const ClassId> bindings) {
      // Derives the data of a node from the data of its children.
      { analysis.make(constant_graph, node) } -> std::convertible_to<typename A::Data>;
      // The guard: returns whether both values may describe one class. If not, the union is refused
      // and reported.
      { constant.compatible(a, b) } -> std::convertible_to<bool>;
      // Joins the data of both sides, which are compatible, into the first.
      { analysis.merge(into, from) } -> std::convertible_to<MergeChange>;
      // Called when the class is new, or its data or nodes have changed. May add nodes, unite and
      // prune. A second call must have no further effect.
      { analysis.modify(graph, id) };
      // Returns whether the side condition of a rule holds for the classes bound to its variables.
      { analysis.holds(constant_graph, condition, bindings) } -> std::convertible_to<bool>;
    };

// Keeps no data and allows everything.
struct NoAnalysis {
  struct Data {};

  static Data make(const EGraph<NoAnalysis>&, const NodeView&) { return {}; }
  static bool compatible(const Data&, const Data&) { return true; }
  static MergeChange merge(Data&, const Data&) { return {}; }
  static void modify(EGraph<NoAnalysis>&, ClassId) {}
  static bool holds(const EGraph<NoAnalysis>&, std::uint32_t, std::span<const ClassId>) {
    return true;
  }
};

struct Refusal {
  ClassId a;
  ClassId b;  // the same as a when a node contradicts its own class
  Reason reason;
};

template <typename A>
class EGraph : public EGraphCore {
 public:
  using Data = typename A::Data;
  static constexpr std::size_t kMaxRefusalsKept = 1000;

  explicit EGraph(A analysis = A{}, bool with_proofs = false)
      : EGraphCore(with_proofs), analysis_(std::move(analysis)) {
    static_assert(Analysis<A>);
  }

  ClassId add(Symbol symbol, std::span<const ClassId> children);
  ClassId add(Symbol symbol, std::initializer_list<ClassId> children) {
    return add(symbol, std::span(children.begin(), children.size()));
  }

  // Adds several nodes of one symbol. Node i has the i-th elements of `first` and `second` as
  // children; `second` is empty for nodes with one child. The classes are written to `added`.
  // Faster than adding one by one.
  void add_all(Symbol symbol, std::span<const ClassId> first, std::span<const ClassId> second,
               std::span<ClassId> added);

  // Returns whether the union merged two classes: false if they were one already or the guard
  // refused.
  bool unite(ClassId a, ClassId b, Reason reason);

  void rebuild();

  // The reference is valid until a node is added.
  const Data& data(ClassId id) const { return data_[find(id)]; }
  // The caller must then call `data_changed`, which wakes the rules that depend on the data.
  Data& mutable_data(ClassId id) { return data_[find(id)]; }
  void data_changed(ClassId id) { announce_change(find(id)); }

  // For `modify` of an analysis that knows the value of a class, so that its leaves suffice. Hidden
  // nodes keep their class and are found by `add` and `lookup`, but patterns no longer match them.
  void prune_to_leaves(ClassId id) { hide_inner_nodes(id); }

  A& analysis() { return analysis_; }
  const A& analysis() const { return analysis_; }

  std::size_t refusal_count() const { return refusal_count_; }
  // The first refusals, at most kMaxRefusalsKept.
  const std::vector<Refusal>& refusals() const { return refusals_; }

  std::size_t bytes() const { return EGraphCore::bytes() + data_.capacity() * sizeof(Data); }

  // Makes the graph empty, but keeps its allocated memory.
  void clear();

 private:
  static constexpr std::size_t kPreparedNodes = 16;

  ClassId take_in(const Added& added);
  bool merge_classes(ClassId a, ClassId b, Reason reason);
  void refuse(ClassId a, ClassId b, Reason reason);
  void announce_change(ClassId id);
  void queue_parents(ClassId id);
  void update_data_of_next();

  A analysis_;
  LargeArray<Data> data_;        // by class
  std::vector<NodeId> updates_;  // nodes whose children have new data; first in, first out
  std::size_t next_update_ = 0;
  std::vector<bool> is_queued_;
  std::vector<Refusal> refusals_;
  std::size_t refusal_count_ = 0;
};

template <typename A>
ClassId EGraph<A>::add(Symbol symbol, std::span<const ClassId> children) {
  return take_in(add_node(symbol, children));
}

template <typename A>
void EGraph<A>::add_all(Symbol symbol, std::span<const ClassId> first,
                        std::span<const ClassId> second, std::span<ClassId> added) {
  if (proofs()) {
    for (std::size_t i = 0; i < first.size(); ++i) {
      const std::array<ClassId, 2> children = {first[i], second.empty() ? kNoId : second[i]};
      added[i] = add(symbol, std::span(children).first(second.empty() ? 1 : 2));
    }
    return;
  }
  std::array<Prepared, kPreparedNodes> prepared;
  while (!first.empty()) {
    const std::size_t count = std::min(prepared.size(), first.size());
    prepare(symbol, first.first(count), second.first(second.empty() ? 0 : count), prepared);
    std::size_t unions = union_count();
    for (std::size_t i = 0; i < count; ++i) {
      if (union_count() != unions) {  // the analysis united classes: the rest may have new forms
        prepare(symbol, first.subspan(i, count - i),
                second.subspan(second.empty() ? 0 : i, second.empty() ? 0 : count - i),
                std::span(prepared).subspan(i));
        unions = union_count();
      }
      added[i] = take_in(add_prepared(prepared[i]));
    }
    first = first.subspan(count);
    second = second.subspan(second.empty() ? 0 : count);
    added = added.subspan(count);
  }
}

template <typename A>
ClassId EGraph<A>::take_in(const Added& added) {
  if (!added.is_new) {
    if (proofs() && data_.size() < id_count()) data_.resize(id_count());
    return added.id;
  }
  assert(data_.size() == added.id);
  data_.push_back(analysis_.make(*this, view(added.id)));
  analysis_.modify(*this, added.id);
  return proofs() ? added.id : find(added.id);
}

template <typename A>
bool EGraph<A>::unite(ClassId a, ClassId b, Reason reason) {
  return merge_classes(a, b, reason);
}

template <typename A>
bool EGraph<A>::merge_classes(ClassId a, ClassId b, Reason reason) {
  ClassId leader = find(a);
  ClassId follower = find(b);
  if (leader == follower) return false;
  if (!std::as_const(analysis_).compatible(data_[leader], data_[follower])) {
    refuse(leader, follower, reason);
    return false;
  }
  explain_merge(a, b, reason);
  if (!leads(leader, follower)) std::swap(leader, follower);
  const MergeChange change = analysis_.merge(data_[leader], data_[follower]);
  // The data of the follower is no longer read; data that owns memory releases it here.
  if constexpr (!std::is_trivially_destructible_v<Data>) data_[follower] = Data{};
  if (change.into) announce_change(leader);
  if (change.from) announce_change(follower);
  merge(leader, follower);
  analysis_.modify(*this, leader);
  return true;
}

template <typename A>
void EGraph<A>::refuse(ClassId a, ClassId b, Reason reason) {
  ++refusal_count_;
  if (refusals_.size() < kMaxRefusalsKept) refusals_.push_back({a, b, reason});
}

template <typename A>
void EGraph<A>::announce_change(ClassId id) {
  wake_parents(id);
  queue_parents(id);
}

template <typename A>
void EGraph<A>::queue_parents(ClassId id) {
  is_queued_.resize(id_count());
  for_each_parent(id, [&](NodeId parent) {
    if (is_queued_[parent]) return;
    is_queued_[parent] = true;
    updates_.push_back(parent);
  });
}

template <typename A>
void EGraph<A>::update_data_of_next() {
  const NodeId node = updates_[next_update_++];
  is_queued_[node] = false;
  if (!is_live(node)) return;
  const ClassId id = find(node);
  // NOLINTNEXTLINE(misc-const-correctness): an analysis may move from it
  Data said = analysis_.make(*this, view(node));
  if (!std::as_const(analysis_).compatible(data_[id], said)) {
    refuse(id, id, Reason::analysis(0));
    return;
  }
  if (!analysis_.merge(data_[id], said).into) return;
  announce_change(id);
  analysis_.modify(*this, id);
}

template <typename A>
void EGraph<A>::rebuild() {
  while (needs_repair() || next_update_ < updates_.size()) {
    while (needs_repair()) {
      const auto congruent = repair_next();
      if (!congruent) continue;
      merge_classes(congruent->node, congruent->twin, Reason::congruence());
      if (find(congruent->node) == find(congruent->twin)) {
        retire(congruent->node);
      } else {
        keep_apart(congruent->node);
      }
    }
    while (next_update_ < updates_.size()) update_data_of_next();
    updates_.clear();
    next_update_ = 0;
  }
  assert(find_broken_invariant(*this).empty());
}

template <typename A>
void EGraph<A>::clear() {
  EGraphCore::clear();
  data_.clear();
  updates_.clear();
  next_update_ = 0;
  is_queued_.clear();
  refusals_.clear();
  refusal_count_ = 0;
}

}  // namespace noether::egraph
