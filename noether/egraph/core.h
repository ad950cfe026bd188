// The storage of an e-graph: nodes, classes, and which class a node is in.
//
// Everything is a flat array indexed by node or class id. A node has its symbol and up to two
// children inline; more children stand in a pool. A class is a ring of nodes and a list of the
// nodes that have it as a child. Merging two classes joins rings and lists and queues the parents
// of the class that gives up its id; `repair_next` brings queued nodes to canonical form one by one
// and reports those that turn out to be congruent (deferred rebuilding, as in egg).
//
// Invariants once the queue is empty:
//   - children of every live node lead their class;
//   - no two live nodes have the same form, except those kept apart by `keep_apart`;
//   - every live node is found by its form, and in the parents of each of its children.
//
// A node is *live* unless it was retired as the twin of another; a live node is *visible* unless
// its class was pruned. Hidden nodes take part in hash-consing and congruence, but match nothing
// and are not counted.
//
// Time, for searching only what changed: the clock ticks once per search. `form_time` of a node is
// when its form last changed, `place_time` when its form or its class did, and `wake_time` when the
// data of a child did.
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
  // With proofs, every id also stands for one exact term, and why terms are equal is remembered.
  explicit EGraphCore(bool with_proofs = false);

  ClassId find(ClassId id) const { return classes_.find(id); }
  bool is_class(ClassId id) const { return classes_.is_leader(id); }

  // The class that holds this node; nothing when no class does. Exact only after a rebuild.
  std::optional<ClassId> lookup(Symbol symbol, std::span<const ClassId> children) const;
  // The node itself, or kNoId.
  NodeId lookup_node(Symbol symbol, std::span<const ClassId> children) const;

  std::size_t node_count() const { return visible_count_; }
  std::size_t class_count() const { return class_count_; }
  // Every form a node ever had counts: what egg's node limit counts, and a bound on the work done.
  std::size_t made_node_count() const { return made_count_; }
  // Every change: unions and nodes. When it stands still, so does the graph.
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
  // The visible nodes of a class, as visit(NodeId, NodeView). The graph must not change meanwhile.
  template <typename Visit>
  void for_each_node(ClassId id, Visit&& visit) const {
    const ClassId start = find(id);
    NodeId node = start;
    do {
      if (is_visible(node)) visit(node, view(node));
      node = records_[node].ring;
    } while (node != start);
  }
  // The live nodes, hidden ones too, that have the class as a child; one that has it twice comes
  // twice.
  template <typename Visit>
  void for_each_parent(ClassId id, Visit&& visit) const {
    for (std::uint32_t at = parents_[find(id)].head; at != kNoId; at = parent_links_[at].next) {
      if (is_live(parent_links_[at].node)) visit(parent_links_[at].node);
    }
  }

  // The rule that made the node, or kNoOrigin. Whoever applies rules says which one it is.
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

  // What a search reads: the visible nodes of each class, sorted. `index_changes` brings it up to
  // date with a rebuilt graph and ticks the clock; the ids before `first_id_since(t)` were made
  // before tick t.
  void index_changes();
  const ClassIndex& index() const { return index_; }
  // The classes that the last `index_changes` found changed.
  std::span<const ClassId> changed_classes() const { return changed_; }
  const Node& form(NodeId node) const { return records_[node].form; }
  NodeId first_id_since(std::uint32_t time) const { return time < 2 ? 0 : first_ids_[time - 2]; }

  // What uniting these classes will read, fetched ahead.
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
  // Several nodes of one symbol before they are added: the memory that each of them will wait for
  // is fetched for all of them at once. What was prepared is right until the next union. Those with
  // one child have no `second`. Without proofs only.
  void prepare(Symbol symbol, std::span<const ClassId> first, std::span<const ClassId> second,
               std::span<Prepared> prepared);
  Added add_prepared(const Prepared& prepared);
  std::size_t union_count() const { return union_count_; }
  // The class with more parents leads, as in egg; both must lead their class.
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

  // Keeps only the leaves of a class visible; a class without leaves stays as it is.
  void hide_inner_nodes(ClassId id);
  // Conditions that look at the data of the class may hold now: its parents are searched again for
  // rules that have one.
  void wake_parents(ClassId id);
  void clear();

 private:
  // What is read of a node is mostly read together.
  struct Record {
    Node form;
    NodeId ring;  // the next node of the same class
    std::uint32_t form_time;
    std::uint32_t place_time;
    std::uint32_t wake_time;
    std::uint32_t flags;  // and, above the first eight bits, the origin
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

  // A form as it is looked up: a node of more than two children has them in `rest` only.
  struct Form {
    Node node;
    std::span<const ClassId> rest;
  };
  Form form_of(NodeId node) const;
  static std::uint32_t hash_form(const Form& form);
  NodeId find_form(const Form& form, std::uint32_t hash) const;
  void insert_form(NodeId node, std::uint32_t hash);
  // Whether a child of the node is no longer the leader of its class.
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
  NodeId indexed_ids_ = 0;          // the ids before it have been in the index
  std::vector<ClassId> unindexed_;  // those of them that changed
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
