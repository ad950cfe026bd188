#include "noether/egraph/core.h"

#include <algorithm>
#include <cassert>

namespace noether::egraph {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
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
  return {nodes_[node],
          nodes_[node].arity_code() < 3 ? std::span<const ClassId>{} : children(node)};
}

NodeId EGraphCore::find_form(const Form& form, std::uint32_t hash) const {
  return table_.find(hash, [&](NodeId id) {
    const Node& other = nodes_[id];
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

std::optional<ClassId> EGraphCore::lookup(Symbol symbol, std::span<const ClassId> children) const {
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
  const NodeId node = find_form(form, hash_form(form));
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
  const NodeId node = make_id(form.node);
  insert_form(node, hash);
  link_parents(node);
  mark_unindexed(node);
  ++visible_count_;
  ++class_count_;
  return {node, true};
}

NodeId EGraphCore::make_id(const Node& node) {
  const NodeId id = classes_.add();
  nodes_.push_back(node);
  ring_.push_back(id);
  flags_.push_back(0);
  form_time_.push_back(clock_);
  place_time_.push_back(clock_);
  parents_.emplace_back();
  return id;
}

// The term is congruent to a node that is there: it needs a name for proofs, not a node.
NodeId EGraphCore::add_alias(Symbol symbol, std::span<const ClassId> children, NodeId twin) {
  proofs_->add_term(symbol, children);
  const NodeId id = make_id(Node{Node::make_head(symbol, 0), 0, 0});
  flags_[id] = kRetired;
  classes_.unite(find(twin), id);
  proofs_->connect(id, twin, Reason::congruence());
  return id;
}

void EGraphCore::link_parents(NodeId node) {
  for (const ClassId child : children(node)) {
    Parents& parents = parents_[child];
    const auto link = static_cast<std::uint32_t>(parent_links_.size());
    parent_links_.push_back({node, kNoId});
    (parents.tail == kNoId ? parents.head : parent_links_[parents.tail].next) = link;
    parents.tail = link;
    ++parents.count;
  }
}

void EGraphCore::merge(ClassId leader, ClassId follower) {
  assert(is_class(leader) && is_class(follower) && leader != follower);
  for (NodeId node = follower;;) {
    place_time_[node] = clock_;
    node = ring_[node];
    if (node == follower) break;
  }
  std::swap(ring_[leader], ring_[follower]);
  classes_.unite(leader, follower);
  Parents& from = parents_[follower];
  Parents& into = parents_[leader];
  for (std::uint32_t at = from.head; at != kNoId; at = parent_links_[at].next) {
    if (is_live(parent_links_[at].node)) repairs_.push_back(parent_links_[at].node);
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
  Node& n = nodes_[node];
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

std::optional<EGraphCore::Congruence> EGraphCore::repair_next() {
  const NodeId node = repairs_.back();
  repairs_.pop_back();
  if (!is_live(node) || !canonicalise(node)) return std::nullopt;
  flags_[node] &= static_cast<std::uint8_t>(~kApart);
  const Form form = form_of(node);
  const std::uint32_t hash = hash_form(form);
  const NodeId twin = find_form(form, hash);
  change(node);
  if (twin != kNoId) return Congruence{node, twin};
  insert_form(node, hash);
  return std::nullopt;
}

void EGraphCore::change(NodeId node) {
  form_time_[node] = clock_;
  place_time_[node] = clock_;
  mark_unindexed(classes_.find_halving(node));
}

void EGraphCore::retire(NodeId node) {
  if (is_visible(node)) --visible_count_;
  flags_[node] |= kRetired;
}

void EGraphCore::hide_inner_nodes(ClassId id) {
  const ClassId start = find(id);
  bool has_leaf = false;
  for_each_node(start, [&](NodeId, const NodeView& node) { has_leaf |= node.is_leaf(); });
  if (!has_leaf) return;
  bool hid = false;
  NodeId before = start;
  for (NodeId node = ring_[start];; node = ring_[before]) {
    if (is_visible(node) && nodes_[node].arity_code() != 0) {
      flags_[node] |= kHidden;
      --visible_count_;
      hid = true;
    }
    // The class is entered at the node it is named by, which therefore stays in the ring.
    if (node == start) break;
    if (is_visible(node)) {
      before = node;
    } else {
      ring_[before] = ring_[node];
    }
  }
  if (hid) mark_unindexed(start);
}

void EGraphCore::wake_parents(ClassId id) {
  mark_unindexed(find(id));
  for_each_parent(id, [&](NodeId parent) { change(parent); });
}

void EGraphCore::mark_unindexed(ClassId id) {
  if ((flags_[id] & kUnindexed) != 0) return;
  flags_[id] |= kUnindexed;
  unindexed_.push_back(id);
}

void EGraphCore::index_changes() {
  assert(repairs_.empty());
  index_.resize(nodes_.size());
  changed_.clear();
  for (const ClassId changed : unindexed_) {
    flags_[changed] &= static_cast<std::uint8_t>(~kUnindexed);
    if (!is_class(changed)) {
      index_.drop_slice(changed);
      continue;
    }
    index_.begin_slice();
    NodeId before = changed;
    if (is_visible(changed)) index_.add(nodes_[changed], changed);
    for (NodeId node = ring_[changed]; node != changed; node = ring_[node]) {
      if (is_visible(node)) {
        index_.add(nodes_[node], node);
        before = node;
      } else {
        ring_[before] = ring_[node];
      }
    }
    index_.end_slice(changed, clock_);
    changed_.push_back(changed);
  }
  unindexed_.clear();
  index_.pack_when_sparse();
  first_ids_.push_back(id_count());
  ++clock_;
}

std::size_t EGraphCore::bytes() const {
  return nodes_.capacity() * sizeof(Node) +
         (pool_.capacity() + ring_.capacity() + form_time_.capacity() + place_time_.capacity() +
          repairs_.capacity() + unindexed_.capacity() + changed_.capacity() +
          first_ids_.capacity()) *
             sizeof(std::uint32_t) +
         flags_.capacity() + parents_.capacity() * sizeof(Parents) +
         parent_links_.capacity() * sizeof(ParentLink) + classes_.bytes() + table_.bytes() +
         index_.bytes() + (proofs_ ? proofs_->bytes() : 0);
}

void EGraphCore::clear() {
  nodes_.clear();
  pool_.clear();
  ring_.clear();
  flags_.clear();
  form_time_.clear();
  place_time_.clear();
  parents_.clear();
  parent_links_.clear();
  classes_.clear();
  table_.clear();
  repairs_.clear();
  unindexed_.clear();
  changed_.clear();
  first_ids_.clear();
  index_.clear();
  if (proofs_) proofs_->clear();
  clock_ = 1;
  visible_count_ = class_count_ = made_count_ = union_count_ = 0;
}

}  // namespace noether::egraph
