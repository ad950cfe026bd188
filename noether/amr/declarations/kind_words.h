// Finds the kind of a name in the formula that introduces it, or in words in a node of a meaning
// graph: "finite group", "continuous".
//
// The names that a formula introduces, and their kinds according to the formula itself:
//   G            G
//   a, b ∈ ℝ     a and b, real numbers
//   f: A → B     f, a function
//   (x_n)        x
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/formula/operator_tree.h"

namespace noether::amr {

struct DeclaredNames {
  std::vector<std::string> names;  // empty if the formula is an expression: n × n
  std::string kind;                // "real number"; empty if the formula does not show the kind
};

DeclaredNames declared_names(const formula::OperatorTree& formula);

struct KindWords {
  std::string head;    // "group"
  std::string phrase;  // "finite group"
};

// The edges of a graph by their ends.
struct GraphEdges {
  explicit GraphEdges(const Graph& graph);

  std::vector<std::vector<const Edge*>> from;  // by source
  std::vector<std::vector<const Edge*>> to;    // by target
};

// Returns nothing if the node names neither a kind of thing nor a property: actions, pronouns,
// "thing", "answer".
std::optional<KindWords> kind_words(const Graph& graph, const GraphEdges& edges, NodeId node);

// Whether the word is a kind of whole formulas, such as "equation", even of formulas that begin
// with a name.
bool is_kind_of_formula(std::string_view head);
// Whether the word is a kind of things that are written as expressions, such as "interval".
bool is_kind_of_expression(std::string_view head);
// Whether the word may denote something that belongs to the formula beside it: "the derivative f"
// may be the derivative of f, so the formula is not of that kind.
bool belongs_to_something(std::string_view head);

// "every", "some", or empty for any other word.
std::string_view quantifier_of(std::string_view concept_name);

// "want" for want-01.
std::string_view without_sense(std::string_view concept_name);

}  // namespace noether::amr
