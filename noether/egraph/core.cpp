#include "noether/egraph/core.h"

#include <algorithm>
#include <cassert>

#include "noether/base/mix.h"

namespace noether::egraph {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * base::kGoldenRatio;
  return hash ^ (hash >> 32);
}

}  // namespace

EGraphCore::EGraphCore(bool with_proofs)
    : proofs_(with_proofs ? std::make_unique<ProofForest>() : nullptr) {}

std::uint32_t EGraphCore::hash_form(const Form& form) {
  std::uint64_t hash = mix(0, form.node.head);
  if (form.node.arity_code() < 3) {
    hash = mix(hash, form.node.first | std::uint64_t{form.node.second} << 32);
  } else {
    for (const ClassId child : form.rest) hash = mix(hash, child);
  }
  return static_cast<std::uint32_t>(hash);
}

EGraphCore::Form EGraphCore::form_of(NodeId node) const {
  return {records_[node].form,
          records_[node].form.arity_code() < 3 ? std::span<const ClassId>{} : children(node)};
}

NodeId EGraphCore::find_form(const Form& form, std::uint32_t hash) const {
  return table_.find(hash, [&](NodeId id) {
    const Node& other = records_[id].form;
    if (other.head != form.node.head) return false;
    if (form.node.arity_code() == 3) return std::ranges::equal(children(id), form.rest);
    return other.first == form.node.first && other.second == form.node.second;
  });
}

void EGraphCore::insert_form(NodeId node, std::uint32_t hash) {
  if (table_.is_full()) {
    table_.rehash([&](std::uint32_t old_hash, NodeId id) {
      return is_live(id) && hash_form(form_of(id)) == old_hash;
    });
  }
  table_.insert(hash, node);
  ++made_count_;
}

NodeId EGraphCore::lookup_node(Symbol symbol, std::span<const ClassId> children) const {
  Form form{{Node::make_head(symbol, children.size()), 0, 0}, {}};
  std::vector<ClassId> canonical;
  if (children.size() > 2) {
    canonical.reserve(children.size());
    for (const ClassId child : children) canonical.push_back(find(child));
    form.rest = canonical;
  } else {
    if (!children.empty()) form.node.first = find(children[0]);
    if (children.size() == 2) form.node.second = find(children[1]);
  }
  return find_form(form, hash_form(form));
}

std::optional<ClassId> EGraphCore::lookup(Symbol symbol, std::span<const ClassId> children) const {
  const NodeId node = lookup_node(symbol, children);
  if (node == kNoId) return std::nullopt;
  return find(node);
}

EGraphCore::Added EGraphCore::add_node(Symbol symbol, std::span<const ClassId> children) {
  assert(symbol <= kMaxSymbol);
  if (proofs_) {
    if (const auto known = proofs_->find_term(symbol, children)) return {*known, false};
  }
  Form form{{Node::make_head(symbol, children.size()), 0, 0}, {}};
  if (children.size() > 2) {
    canonical_.clear();
    for (const ClassId child : children) canonical_.push_back(classes_.find_halving(child));
    form.rest = canonical_;
  } else {
    if (!children.empty()) form.node.first = classes_.find_halving(children[0]);
    if (children.size() == 2) form.node.second = classes_.find_halving(children[1]);
  }
  const std::uint32_t hash = hash_form(form);
  if (const NodeId known = find_form(form, hash); known != kNoId) {
    if (proofs_) return {add_alias(symbol, children, known), false};
    return {classes_.find_halving(known), false};
  }
  if (proofs_) proofs_->add_term(symbol, children);
  if (children.size() > 2) {
    form.node.first = static_cast<std::uint32_t>(pool_.size());
    form.node.second = static_cast<std::uint32_t>(form.rest.size());
    pool_.insert(pool_.end(), form.rest.begin(), form.rest.end());
  }
  return {add_new(form.node, hash), true};
}

void EGraphCore::prepare(Symbol symbol, std::span<const ClassId> first,
                         std::span<const ClassId> second, std::span<Prepared> prepared) {
  assert(!proofs_ && symbol <= kMaxSymbol);
  const std::uint32_t head = Node::make_head(symbol, second.empty() ? 1 : 2);
  for (std::size_t i = 0; i < first.size(); ++i) {
    prepared[i].form = {head, classes_.find_halving(first[i]),
                        second.empty() ? 0 : classes_.find_halving(second[i])};
  }
  prepared = prepared.first(first.size());
  for (Prepared& node : prepared) {
    node.hash = hash_form({node.form, {}});
    table_.prefetch(node.hash);
  }
  for (const Prepared& node : prepared) {
    // A prefetch of both the candidate node and the children is cheaper than guessing which is
    // needed.
    __builtin_prefetch(&records_[std::min(table_.first_candidate(node.hash), id_count() - 1)]);
    __builtin_prefetch(&parents_[node.form.first]);
    __builtin_prefetch(&parents_[node.form.second]);
  }
}

EGraphCore::Added EGraphCore::add_prepared(const Prepared& prepared) {
  const NodeId known = find_form({prepared.form, {}}, prepared.hash);
  if (known != kNoId) return {classes_.find_halving(known), false};
  return {add_new(prepared.form, prepared.hash), true};
}

NodeId EGraphCore::add_new(const Node& node, std::uint32_t hash) {
  const NodeId id = make_id(node);
  insert_form(id, hash);
  link_parents(id);
  ++visible_count_;
  ++class_count_;
  return id;
}

NodeId EGraphCore::make_id(const Node& node) {
  const NodeId id = classes_.add();
  records_.push_back({node, id, clock_, clock_, 0, origin_ << 8});
  parents_.emplace_back();
  return id;
}

// The term is congruent to an existing node: proofs need an id for it, but no new node.
NodeId EGraphCore::add_alias(Symbol symbol, std::span<const ClassId> children, NodeId twin) {
  proofs_->add_term(symbol, children);
  const NodeId id = make_id(Node{Node::make_head(symbol, 0), 0, 0});
  records_[id].flags |= kRetired;
  classes_.unite(find(twin), id);
  proofs_->connect(id, twin, Reason::congruence());
  return id;
}

void EGraphCore::link_parents(NodeId node) {
  for (const ClassId child : children(node)) {
    Parents& parents = parents_[child];
    const auto link = static_cast<std::uint32_t>(parent_links_.size());
    parent_links_.push_back({node, parents.head});
    if (parents.head == kNoId) parents.tail = link;
    parents.head = link;
    ++parents.count;
  }
}

void EGraphCore::merge(ClassId leader, ClassId follower) {
  assert(is_class(leader) && is_class(follower) && leader != follower);
  for (NodeId node = follower;;) {
    records_[node].place_time = clock_;
    node = records_[node].ring;
    if (node == follower) break;
  }
  std::swap(records_[leader].ring, records_[follower].ring);
  classes_.unite(leader, follower);
  Parents& from = parents_[follower];
  Parents& into = parents_[leader];
  for (std::uint32_t at = from.head; at != kNoId; at = parent_links_[at].next) {
    repairs_.push_back(parent_links_[at].node);
  }
  if (from.head != kNoId) {
    (into.tail == kNoId ? into.head : parent_links_[into.tail].next) = from.head;
    into.tail = from.tail;
    into.count += from.count;
    from = Parents{};
  }
  mark_unindexed(leader);
  mark_unindexed(follower);
  --class_count_;
  ++union_count_;
}

bool EGraphCore::canonicalise(NodeId node) {
  Node& n = records_[node].form;
  ClassId* const begin = n.arity_code() < 3 ? &n.first : pool_.data() + n.first;
  const std::size_t arity = n.arity_code() < 3 ? n.arity_code() : n.second;
  bool changed = false;
  for (std::size_t i = 0; i < arity; ++i) {
    const ClassId leader = classes_.find_halving(begin[i]);
    changed |= leader != begin[i];
    begin[i] = leader;
  }
  return changed;
}

// Stages several repairs, so that the memory they need is fetched for all of them at once.
void EGraphCore::stage_repairs() {
  const std::size_t count = std::min(repairs_.size(), kStagedRepairs);
  const std::size_t begin = repairs_.size() - count;
  for (std::size_t i = begin; i < repairs_.size(); ++i) __builtin_prefetch(&records_[repairs_[i]]);
  for (std::size_t i = begin; i < repairs_.size(); ++i) {
    const NodeId node = repairs_[i];
    if (!is_live(node) || !canonicalise(node)) continue;
    staged_.push_back({node, hash_form(form_of(node))});
    table_.prefetch(staged_.back().hash);
  }
  for (const StagedRepair& repair : staged_) {
    const NodeId twin = table_.first_candidate(repair.hash);
    if (twin != kNoId) __builtin_prefetch(&records_[twin]);
  }
  repairs_.resize(begin);
}

std::optional<EGraphCore::Congruence> EGraphCore::repair_next() {
  if (staged_.empty()) {
    stage_repairs();
    if (staged_.empty()) return std::nullopt;
  }
  const auto [node, hash] = staged_.back();
  staged_.pop_back();
  if (!is_live(node)) return std::nullopt;
  records_[node].flags &= ~kApart;
  const NodeId twin = find_form(form_of(node), hash);
  change(node);
  if (twin == node) return std::nullopt;
  if (twin != kNoId) return Congruence{node, twin};
  insert_form(node, hash);
  return std::nullopt;
}

void EGraphCore::change(NodeId node) {
  records_[node].form_time = clock_;
  records_[node].place_time = clock_;
  mark_unindexed(classes_.find_halving(node));
}

void EGraphCore::retire(NodeId node) {
  if (is_visible(node)) --visible_count_;
  records_[node].flags |= kRetired;
}

void EGraphCore::hide_inner_nodes(ClassId id) {
  const ClassId start = find(id);
  bool has_leaf = false;
  for_each_node(start, [&](NodeId, const NodeView& node) { has_leaf |= node.is_leaf(); });
  if (!has_leaf) return;
  bool hid = false;
  NodeId before = start;
  for (NodeId node = records_[start].ring;; node = records_[before].ring) {
    if (is_visible(node) && records_[node].form.arity_code() != 0) {
      records_[node].flags |= kHidden;
      --visible_count_;
      hid = true;
    }
    // Iteration over a class starts at the node that names it, so this node stays in the ring.
    if (node == start) break;
    if (is_visible(node)) {
      before = node;
    } else {
      records_[before].ring = records_[node].ring;
    }
  }
  if (hid) mark_unindexed(start);
}

void EGraphCore::wake_parents(ClassId id) {
  mark_woken(find(id));
  for_each_parent(id, [&](NodeId parent) {
    if (records_[parent].wake_time == clock_) return;
    records_[parent].wake_time = clock_;
    mark_woken(classes_.find_halving(parent));
  });
}

void EGraphCore::mark_unindexed(ClassId id) {
  if (id >= indexed_ids_ || (records_[id].flags & kUnindexed) != 0) return;
  records_[id].flags |= kUnindexed;
  unindexed_.push_back(id);
}

void EGraphCore::mark_woken(ClassId id) {
  if (id >= indexed_ids_ || (records_[id].flags & (kUnindexed | kWoken)) != 0) return;
  records_[id].flags |= kWoken;
  woken_.push_back(id);
}

void EGraphCore::index_class(ClassId id) {
  index_.begin_slice();
  if (is_visible(id)) index_.add(records_[id].form, id);
  NodeId before = id;
  for (NodeId node = records_[id].ring; node != id; node = records_[node].ring) {
    if (is_visible(node)) {
      index_.add(records_[node].form, node);
      before = node;
    } else {
      records_[before].ring = records_[node].ring;
    }
  }
  index_.end_slice(id, clock_);
  changed_.push_back(id);
}

void EGraphCore::index_changes() {
  assert(!needs_repair());
  index_.resize(records_.size());
  changed_.clear();
  for (const ClassId changed : unindexed_) {
    records_[changed].flags &= ~kUnindexed;
    if (is_class(changed)) {
      index_class(changed);
    } else {
      index_.drop_slice(changed);
    }
  }
  for (; indexed_ids_ < id_count(); ++indexed_ids_) {
    if (is_class(indexed_ids_)) index_class(indexed_ids_);
  }
  unindexed_.clear();
  for (const ClassId woken : woken_) {
    records_[woken].flags &= ~kWoken;
    if (!is_class(woken) || index_.change_time(woken) == clock_) continue;
    index_.set_change_time(woken, clock_);
    changed_.push_back(woken);
  }
  woken_.clear();
  index_.pack_when_sparse();
  first_ids_.push_back(id_count());
  ++clock_;
}

std::size_t EGraphCore::bytes() const {
  return records_.capacity() * sizeof(Record) +
         (pool_.capacity() + repairs_.capacity() + unindexed_.capacity() + woken_.capacity() +
          changed_.capacity() + first_ids_.capacity()) *
             sizeof(std::uint32_t) +
         parents_.capacity() * sizeof(Parents) + parent_links_.capacity() * sizeof(ParentLink) +
         classes_.bytes() + table_.bytes() + index_.bytes() + (proofs_ ? proofs_->bytes() : 0);
}

void EGraphCore::clear() {
  records_.clear();
  pool_.clear();
  parents_.clear();
  parent_links_.clear();
  classes_.clear();
  table_.clear();
  repairs_.clear();
  staged_.clear();
  unindexed_.clear();
  woken_.clear();
  changed_.clear();
  first_ids_.clear();
  index_.clear();
  if (proofs_) proofs_->clear();
  clock_ = 1;
  indexed_ids_ = 0;
  visible_count_ = class_count_ = made_count_ = union_count_ = 0;
}

}  // namespace noether::egraph
