#include "noether/egraph/proof_forest.h"

#include <algorithm>
#include <cassert>

#include "noether/base/mix.h"

namespace noether::egraph {

std::uint32_t ProofForest::hash(Symbol symbol, std::span<const NodeId> children) {
  std::uint64_t hash = (symbol + 1) * base::kGoldenRatio;
  for (const NodeId child : children) {
    hash = (hash ^ child) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash >> 7);
}

NodeView ProofForest::term(NodeId id) const {
  const Term& term = terms_[id];
  return {term.symbol, std::span(children_).subspan(term.first, term.arity)};
}

std::optional<NodeId> ProofForest::find_term(Symbol symbol,
                                             std::span<const NodeId> children) const {
  const NodeId id = table_.find(hash(symbol, children), [&](NodeId other) {
    const NodeView view = term(other);
    return view.symbol == symbol && std::ranges::equal(view.children, children);
  });
  if (id == kNoId) return std::nullopt;
  return id;
}

void ProofForest::add_term(Symbol symbol, std::span<const NodeId> children) {
  const auto id = static_cast<NodeId>(terms_.size());
  terms_.push_back({symbol, static_cast<std::uint32_t>(children_.size()),
                    static_cast<std::uint32_t>(children.size())});
  children_.insert(children_.end(), children.begin(), children.end());
  links_.push_back({id, {}, true});
  if (table_.is_full()) table_.rehash([](std::uint32_t, NodeId) { return true; });
  table_.insert(hash(symbol, children), id);
}

void ProofForest::make_root(NodeId id) {
  Link above = links_[id];
  NodeId below = id;
  links_[id] = {id, {}, true};
  while (above.parent != below) {
    const NodeId here = above.parent;
    const Link next = links_[here];
    links_[here] = {below, above.reason, !above.forward};
    below = here;
    above = next;
  }
}

void ProofForest::connect(NodeId a, NodeId b, Reason reason) {
  make_root(a);
  links_[a] = {b, reason, true};
}

std::optional<std::vector<ProofForest::Edge>> ProofForest::path(NodeId a, NodeId b) const {
  const auto climb = [&](NodeId id) {
    std::vector<NodeId> ids = {id};
    while (links_[id].parent != id) ids.push_back(id = links_[id].parent);
    return ids;
  };
  const std::vector<NodeId> from_a = climb(a);
  const std::vector<NodeId> from_b = climb(b);
  if (from_a.back() != from_b.back()) return std::nullopt;
  std::size_t shared = 0;
  const std::size_t shortest = std::min(from_a.size(), from_b.size());
  while (shared < shortest &&
         from_a[from_a.size() - 1 - shared] == from_b[from_b.size() - 1 - shared]) {
    ++shared;
  }
  std::vector<Edge> edges;
  for (std::size_t i = 0; i + shared < from_a.size(); ++i) {
    const Link& link = links_[from_a[i]];
    edges.push_back({from_a[i], link.parent, link.reason, link.forward});
  }
  for (std::size_t i = from_b.size() - shared; i-- > 0;) {
    const Link& link = links_[from_b[i]];
    edges.push_back({link.parent, from_b[i], link.reason, !link.forward});
  }
  return edges;
}

std::size_t ProofForest::bytes() const {
  return terms_.capacity() * sizeof(Term) + children_.capacity() * sizeof(NodeId) +
         links_.capacity() * sizeof(Link) + table_.bytes();
}

void ProofForest::clear() {
  terms_.clear();
  children_.clear();
  links_.clear();
  table_.clear();
}

}  // namespace noether::egraph
