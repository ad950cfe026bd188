// The storage of an e-graph: nodes, classes, and the class of each node.
//
// Everything is a flat array indexed by node or class id. A node has its symbol and up to two
// children inline; more children stand in a pool. A class is a ring of nodes and a list of the
// nodes that have it as a child. Merging two classes joins rings and lists and queues the parents
// of the class that gives up its id; `repair_next` brings queued nodes to canonical form one by one
// and reports those that turn out to be congruent (deferred rebuilding, as in egg).
//
// Invariants once the queue is empty:
//   - children of every live node are leaders of their classes;
//   - no two live nodes have the same form, except those kept apart by `keep_apart`;
//   - every live node is found by its form, and in the parents of each of its children.
//
// A node is *live* unless it was retired as the twin of another; a live node is *visible* unless
// its class was pruned. Hidden nodes take part in hash-consing and congruence, but match nothing
// and are not counted.
//
// Times restrict a search to changes: the clock ticks once per search. `form_time` of a node is the
// time of the last change of its form, `place_time` of its form or its class, and `wake_time` of
// the data of a child.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "noether/egraph/class_index.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/large_array.h"
#include "noether/egraph/node_table.h"
#include "noether/egraph/proof_forest.h"
#include "noether/egraph/union_find.h"

namespace noether::egraph {

class EGraphCore {
 public:
  // With proofs, every id also stands for one exact term, and the reason for every equality is
  // recorded.
  explicit EGraphCore(bool with_proofs = false);

  ClassId find(ClassId id) const { return classes_.find(id); }
  bool is_class(ClassId id) const { return classes_.is_leader(id); }

  // Returns the class that holds this node, if any. Exact only after a rebuild.
  std::optional<ClassId> lookup(Symbol symbol, std::span<const ClassId> children) const;
  // The node itself, or kNoId.
  NodeId lookup_node(Symbol symbol, std::span<const ClassId> children) const;

  std::size_t node_count() const { return visible_count_; }
  std::size_t class_count() const { return class_count_; }
  // Counts every form that a node ever had, as egg's node limit does. It bounds the work done.
  std::size_t made_node_count() const { return made_count_; }
  // Counts every union and every new node. While this number is constant, so is the graph.
  std::size_t change_count() const { return made_count_ + union_count_; }
  // Ids are 0 ... id_count() - 1.
  NodeId id_count() const { return static_cast<NodeId>(records_.size()); }
  std::size_t bytes() const;

  // for (ClassId c = 0; c < id_count(); ++c) if (is_class(c)) f(c), in the order of ids.
  template <typename Visit>
  void for_each_class(Visit&& visit) const {
    for (ClassId id = 0; id < id_count(); ++id) {
      if (is_class(id)) visit(id);
    }
  }
  // Calls visit(NodeId, NodeView) for the visible nodes of a class. The graph must not change
  // meanwhile.
  template <typename Visit>
  void for_each_node(ClassId id, Visit&& visit) const {
    const ClassId start = find(id);
    NodeId node = start;
    do {
      if (is_visible(node)) visit(node, view(node));
      node = records_[node].ring;
    } while (node != start);
  }
  // Visits the live nodes, including hidden ones, that have the class as a child; a node that has
  // it twice is visited twice.
  template <typename Visit>
  void for_each_parent(ClassId id, Visit&& visit) const {
    for (std::uint32_t at = parents_[find(id)].head; at != kNoId; at = parent_links_[at].next) {
      if (is_live(parent_links_[at].node)) visit(parent_links_[at].node);
    }
  }

  // The rule that made the node, or kNoOrigin. The code that applies rules sets it.
  static constexpr std::uint32_t kNoOrigin = (1U << 24) - 1;
  std::uint32_t origin(NodeId node) const { return records_[node].flags >> 8; }
  void set_origin_of_new_nodes(std::uint32_t rule) { origin_ = std::min(rule, kNoOrigin); }

  NodeView view(NodeId node) const { return {form(node).symbol(), children(node)}; }
  std::span<const ClassId> children(NodeId node) const {
    const Node& n = records_[node].form;
    if (n.arity_code() < 3) return {&n.first, n.arity_code()};
    return {pool_.data() + n.first, n.second};
  }
  bool is_live(NodeId node) const { return (records_[node].flags & kRetired) == 0; }
  bool is_visible(NodeId node) const { return (records_[node].flags & (kRetired | kHidden)) == 0; }
  bool is_kept_apart(NodeId node) const { return (records_[node].flags & kApart) != 0; }

  std::uint32_t clock() const { return clock_; }
  std::uint32_t form_time(NodeId node) const { return records_[node].form_time; }
  std::uint32_t place_time(NodeId node) const { return records_[node].place_time; }
  std::uint32_t wake_time(NodeId node) const { return records_[node].wake_time; }

  // The search reads an index: the visible nodes of each class, sorted. `index_changes` updates the
  // index after a rebuild and ticks the clock. Ids before `first_id_since(t)` were made before tick
  // t.
  void index_changes();
  const ClassIndex& index() const { return index_; }
  // The classes that the last `index_changes` found changed.
  std::span<const ClassId> changed_classes() const { return changed_; }
  const Node& form(NodeId node) const { return records_[node].form; }
  NodeId first_id_since(std::uint32_t time) const { return time < 2 ? 0 : first_ids_[time - 2]; }

  // Prefetches the memory that a union of these classes will read.
  void prefetch_classes(std::span<const ClassId> ids) const {
    for (const ClassId id : ids) __builtin_prefetch(&parents_[find(id)]);
    for (const ClassId id : ids) {
      const ClassId leader = find(id);
      __builtin_prefetch(&records_[leader]);
      if (parents_[leader].head != kNoId) __builtin_prefetch(&parent_links_[parents_[leader].head]);
    }
  }

  const ProofForest* proofs() const { return proofs_.get(); }

 protected:
  struct Added {
    NodeId id;
    bool is_new;
  };
  struct Congruence {
    NodeId node;
    NodeId twin;
  };

  // A node of one or two children that is about to be added.
  struct Prepared {
    Node form;  // its children lead their classes
    std::uint32_t hash;
  };

  Added add_node(Symbol symbol, std::span<const ClassId> children);
  // Prepares several nodes of one symbol before they are added, so that the memory they need is
  // fetched for all of them at once. Prepared nodes are valid until the next union. If the nodes
  // have one child, `second` is empty. Only for graphs without proofs.
  void prepare(Symbol symbol, std::span<const ClassId> first, std::span<const ClassId> second,
               std::span<Prepared> prepared);
  Added add_prepared(const Prepared& prepared);
  std::size_t union_count() const { return union_count_; }
  // The class with more parents becomes the leader, as in egg. Both arguments must be leaders.
  bool leads(ClassId a, ClassId b) const { return parents_[a].count >= parents_[b].count; }
  void merge(ClassId leader, ClassId follower);
  void explain_merge(NodeId a, NodeId b, Reason reason) {
    if (proofs_) proofs_->connect(a, b, reason);
  }

  bool needs_repair() const { return !repairs_.empty() || !staged_.empty(); }
  std::optional<Congruence> repair_next();
  // The node has a twin with the same form in the same class.
  void retire(NodeId node);
  // The node has a twin with the same form in another class, and the two must not be merged.
  void keep_apart(NodeId node) { records_[node].flags |= kApart; }

  // Keeps only the leaves of a class visible. A class without leaves does not change.
  void hide_inner_nodes(ClassId id);
  // Conditions that depend on the data of the class may now hold, so its parents are searched again
  // for rules that have a condition.
  void wake_parents(ClassId id);
  void clear();

 private:
  // These fields are mostly read together.
  struct Record {
    Node form;
    NodeId ring;  // the next node of the same class
    std::uint32_t form_time;
    std::uint32_t place_time;
    std::uint32_t wake_time;
    std::uint32_t flags;  // the bits above the first eight hold the origin
  };
  struct ParentLink {
    NodeId node;
    std::uint32_t next;
  };
  struct Parents {
    std::uint32_t head = kNoId;
    std::uint32_t tail = kNoId;
    std::uint32_t count = 0;
  };
  enum Flag : std::uint32_t { kRetired = 1, kHidden = 2, kApart = 4, kUnindexed = 8, kWoken = 16 };

  // A form for a lookup: the children of a node with more than two are in `rest` only.
  struct Form {
    Node node;
    std::span<const ClassId> rest;
  };
  Form form_of(NodeId node) const;
  static std::uint32_t hash_form(const Form& form);
  NodeId find_form(const Form& form, std::uint32_t hash) const;
  void insert_form(NodeId node, std::uint32_t hash);
  // Returns whether a child of the node is no longer the leader of its class.
  bool canonicalise(NodeId node);
  void stage_repairs();
  NodeId make_id(const Node& node);
  NodeId add_new(const Node& node, std::uint32_t hash);
  NodeId add_alias(Symbol symbol, std::span<const ClassId> children, NodeId twin);
  void link_parents(NodeId node);
  void change(NodeId node);
  void index_class(ClassId id);
  void mark_unindexed(ClassId id);
  void mark_woken(ClassId id);

  LargeArray<Record> records_;
  std::vector<ClassId> pool_;    // children of nodes with three or more
  LargeArray<Parents> parents_;  // by class
  LargeArray<ParentLink> parent_links_;
  UnionFind classes_;
  NodeTable table_;
  struct StagedRepair {
    NodeId node;
    std::uint32_t hash;  // of its canonical form
  };
  static constexpr std::size_t kStagedRepairs = 16;

  std::vector<NodeId> repairs_;
  std::vector<StagedRepair> staged_;
  NodeId indexed_ids_ = 0;          // the ids before it have been indexed
  std::vector<ClassId> unindexed_;  // the classes among them that changed
  std::vector<ClassId> woken_;
  std::vector<ClassId> changed_;
  std::vector<NodeId> first_ids_;  // by tick of the clock
  ClassIndex index_;
  std::unique_ptr<ProofForest> proofs_;

  std::vector<ClassId> canonical_;  // of the children in question
  std::uint32_t clock_ = 1;
  std::uint32_t origin_ = kNoOrigin;
  std::size_t visible_count_ = 0;
  std::size_t class_count_ = 0;
  std::size_t made_count_ = 0;
  std::size_t union_count_ = 0;
};

}  // namespace noether::egraph
