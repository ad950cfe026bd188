// A meaning graph (Abstract Meaning Representation): concepts and the relations between them.
//
// Every edge has its normal direction here: `:ARG0-of` is written only where the tree of a PENMAN
// text needs it (penman.h). Nodes and edges keep the order in which they were added. A graph may
// have cycles, and several edges may lead to one node (re-entrancy).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noether::amr {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

struct Node {
  std::string variable;      // "b2"; if empty, `lay_out` chooses one
  std::string concept_name;  // "boy", "want-01"

  friend bool operator==(const Node&, const Node&) = default;
};

// A relation to another node, or an attribute: a role with a constant.
struct Edge {
  NodeId source = 0;
  std::string role;  // without its colon: "ARG0", "polarity"
  NodeId target = kNoNode;
  std::string constant = {};  // for an attribute, as PENMAN writes it: `-`, `12`, `"New"`

  bool is_attribute() const { return target == kNoNode; }

  friend bool operator==(const Edge&, const Edge&) = default;
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  NodeId root = 0;

  NodeId add_node(std::string concept_name, std::string variable = {});
  void add_relation(NodeId source, std::string role, NodeId target);
  // `constant` is written as in PENMAN; see `in_quotes`.
  void add_attribute(NodeId source, std::string role, std::string constant);

  friend bool operator==(const Graph&, const Graph&) = default;
};

// Joins the graphs of several sentences as `multi-sentence` with `:snt1`, `:snt2`, … Nodes lose
// their variables, because two graphs may use the same ones. A single graph is returned unchanged.
Graph join_sentences(std::span<const Graph> sentences);

// The text as a PENMAN string: in quotes, with quotes inside it escaped.
std::string in_quotes(std::string_view text);
// The text of a string without its quotes and escapes; any other constant is returned unchanged.
std::string without_quotes(std::string_view constant);

// The suffix of the role of an edge that PENMAN writes at its target.
inline constexpr std::string_view kInverse = "-of";
// Whether a PENMAN role is written against the direction of its edge: "ARG0-of", but not
// "consist-of".
bool is_inverted(std::string_view role);
// "ARG0-of" for "ARG0", and "ARG0" for "ARG0-of".
std::string inverse_role(std::string_view role);

}  // namespace noether::amr
