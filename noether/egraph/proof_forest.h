// The reasons for equality: a forest whose trees are the classes.
//
// With proofs on, every id of the graph stands for one exact term: a symbol and the ids of its
// children as they were when it was added. Each union of two terms is one edge, with its reason;
// the path between two terms of a tree is the proof that they are equal. An edge for congruence is
// explained in turn by the paths between the children, which were in one tree before it was drawn,
// so explanations end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/egraph/ids.h"
#include "noether/egraph/node_table.h"

namespace noether::egraph {

class ProofForest {
 public:
  struct Edge {
    NodeId from;
    NodeId to;
    Reason reason;
    bool forward;  // whether the reason speaks of from => to
  };

  NodeView term(NodeId id) const;
  std::optional<NodeId> find_term(Symbol symbol, std::span<const NodeId> children) const;
  // Assigns the next id to this term. Ids must be added in order.
  void add_term(Symbol symbol, std::span<const NodeId> children);

  // The two ids must be in different trees. The reason applies in the direction a => b.
  void connect(NodeId a, NodeId b, Reason reason);

  // The edges from a to b, or nothing if they are in different trees.
  std::optional<std::vector<Edge>> path(NodeId a, NodeId b) const;

  std::size_t bytes() const;
  void clear();

 private:
  struct Term {
    Symbol symbol;
    std::uint32_t first;
    std::uint32_t arity;
  };
  struct Link {
    NodeId parent;  // itself at the root of a tree
    Reason reason;
    bool forward;
  };

  static std::uint32_t hash(Symbol symbol, std::span<const NodeId> children);
  void make_root(NodeId id);

  std::vector<Term> terms_;
  std::vector<NodeId> children_;
  std::vector<Link> links_;
  NodeTable table_;
};

}  // namespace noether::egraph
