// The numbers that identify everything in an e-graph.
//
// Ids are given out in order and never reused. A class is named by one of its nodes: the id of a
// node is also the id of the class it was put into when it was made, until that class is merged
// into another one (`EGraphCore::find` returns the current one).
#pragma once

#include <cstdint>
#include <span>

namespace noether::egraph {

using Symbol = std::uint32_t;  // an operator, constant or variable, as defined by the language
using NodeId = std::uint32_t;
using ClassId = std::uint32_t;

inline constexpr std::uint32_t kNoId = UINT32_MAX;
inline constexpr Symbol kMaxSymbol = (Symbol{1} << 30) - 1;

// A view of a node. The children are stored in the graph, so adding a node may invalidate the view.
struct NodeView {
  Symbol symbol = 0;
  std::span<const ClassId> children;

  bool is_leaf() const { return children.empty(); }
};

// The reason for a union, or for a refused one.
struct Reason {
  enum class Kind : std::uint8_t {
    Given,       // the caller asserts it; `index` is the caller's
    Rule,        // `index` is the rule's place in its rule set
    Congruence,  // same symbol, equal children
    Analysis,    // an analysis derived it; `index` is the analysis's own tag
  };
  Kind kind = Kind::Given;
  std::uint32_t index = 0;

  static Reason given(std::uint32_t tag = 0) { return {Kind::Given, tag}; }
  static Reason rule(std::uint32_t index) { return {Kind::Rule, index}; }
  static Reason congruence() { return {Kind::Congruence, 0}; }
  static Reason analysis(std::uint32_t tag) { return {Kind::Analysis, tag}; }

  friend bool operator==(const Reason&, const Reason&) = default;
};

}  // namespace noether::egraph
