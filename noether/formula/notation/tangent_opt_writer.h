// Writes the Tangent-S string of an operator tree, with one function for each form.
// Most operators are written by their tag. Operators that LaTeXML spells as several nodes have
// special forms. A form returns false, with nothing written, if the node would not read back from
// it; the node is then written by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/notation/tangent_names.h"
#include "noether/formula/notation/tangent_patterns.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

class TangentOptWriter {
 public:
  TangentOptWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void node(NodeId id);

 private:
  using Children = std::span<const NodeId>;

  // Pieces of a string.
  void open(std::string_view tag);
  void close() { out_ += ']'; }
  // Starts the child with this number; the next output is the child.
  void child(std::size_t index);
  void children(Children nodes, std::size_t first = 0);
  void leaf(std::string_view tag);
  void plain(std::string_view tag, Children nodes);
  // [SCRIPT,0[TAG],1[script]]
  void scripted_leaf(std::string_view script_tag, std::string_view tag, NodeId script);
  void by_name(NodeId id);

  // Questions about nodes.
  bool is_number(NodeId id, std::string_view label) const;
  bool is_missing(NodeId id) const { return tree_.op(id) == Op::Missing; }
  bool is_bare_not(NodeId id) const;
  bool is_plain_superscript(NodeId id) const;
  bool has_meaning(const TangentMeaning& meaning, NodeId id) const;
  // The tag of an operator with this number of operands. LaTeXML has no names for arrows and other
  // signs: they are functions called → or ⊙, or variables if they stand for themselves.
  std::string tag_of(NodeId id, std::size_t operands) const;
  std::string bare_tag(NodeId id) const { return tag_of(id, 0); }

  // Forms.
  bool own_form(NodeId id, Op op, Children kids);
  bool simple(std::string_view tag, Children kids);
  bool other(NodeId id, Op op, Children kids);
  bool written_leaf(NodeId id, Op op);
  bool call(NodeId id, Children kids);
  bool root(Children kids);
  bool power(Children kids);
  // sin² x is the function sin² applied to x.
  bool squared_function(NodeId base, NodeId exponent);
  bool superscript(Children kids);
  bool prime(Children kids);
  bool logarithm(Children kids);
  bool application(Children kids);
  bool is_annotated_relation(NodeId head) const;
  // LaTeXML treats a mark over or under a relation as a script, so a prime there would be lost.
  bool head_reads_back(NodeId head) const;
  void relation_head(NodeId head);
  // The tag of an application names the operator under the first script of its head.
  void application_tag(NodeId head);
  bool congruent(Children kids);
  // a = b < c as [U!and,0[U!eq,0[a],1[b]],1[O!lt,0[c]]]
  bool chain(Children kids);

  // Big operators and integrals.
  // The head of an application: the operator under its limits.
  void limits(std::string_view tag, NodeId lower, NodeId upper);
  // Splits off the limits; returns false if they do not have their usual form.
  bool take_limits(Children given, NodeId& lower, NodeId& upper) const;
  void open_with_limits(std::string_view tag, NodeId lower, NodeId upper);
  bool with_limits(NodeId id, Op op, Children kids);
  bool integral(NodeId id, Op op, Children kids);
  void differential_body(Children factors, Children variables);

  // Derivatives.
  bool is_order(NodeId id) const;
  bool derivative(Children kids);
  bool is_counted_power(NodeId id) const;
  // The number of equal leaves at the front, at most 9.
  std::size_t run(Children variables) const;
  bool partial_derivative(Children kids);
  void partial_numerator(NodeId body, std::size_t count, NodeId order);

  // Structures.
  bool counted(Op op, Children kids);
  bool matrix(Children kids);
  bool interval(NodeId id, Children kids);
  bool delimited(NodeId id, Children kids);
  bool fragments(Children kids);

  const OperatorTree& tree_;
  std::string& out_;
  std::vector<ChainLink> links_;  // scratch
};

}  // namespace noether::formula
