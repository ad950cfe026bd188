// The reader behind read_content: one member per kind of element.
//
// content_reader.cpp reads leaves and containers, content_apply.cpp applications with their
// qualifiers, content_latexml.cpp the forms that are special to LaTeXML.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/mathml/content_vocabulary.h"
#include "noether/formula/mathml/xml_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

class ContentReader {
 public:
  ContentReader(const XmlTree& xml, OperatorTree& tree, std::vector<base::Error>& diagnostics)
      : xml_(xml), tree_(tree), diagnostics_(diagnostics) {}

  NodeId read_formula();

  // Nesting or size exceeded the limits; the result is unusable.
  bool exceeded() const { return exceeded_; }

 private:
  using Elements = std::vector<NodeId>;
  using Nodes = std::vector<NodeId>;

  // An element at the head of an application.
  struct Head {
    Meaning meaning;
    bool literal = false;  // from the dictionary "noether"
  };

  // The children of an application after its head; for qualifiers, their contents.
  struct Operands {
    Elements plain;
    Elements bound;  // the bvar elements
    NodeId lower = kNoNode;
    NodeId upper = kNoNode;
    NodeId condition = kNoNode;
    NodeId domain = kNoNode;
    NodeId degree = kNoNode;
    NodeId base = kNoNode;
  };

  // Leaves and containers (content_reader.cpp).
  NodeId read(NodeId element);
  Nodes read_all(std::span<const NodeId> elements);
  NodeId identifier(NodeId element);
  NodeId number(NodeId element);
  NodeId symbol(NodeId element);
  NodeId container(NodeId element, Op op);
  NodeId interval(NodeId element);
  NodeId piecewise(NodeId element);
  NodeId lambda(NodeId element);
  NodeId shared(NodeId element);
  NodeId error_leaf(std::string_view label, NodeId element, std::string message);
  NodeId bare(const Meaning& meaning, base::Span source);

  // Applications (content_apply.cpp).
  NodeId apply(NodeId element);
  NodeId literal(Op op, std::span<const NodeId> operands, base::Span source);
  NodeId apply_operator(const Meaning& meaning, const Operands& operands, base::Span source);
  NodeId big_operator(const Meaning& meaning, const Operands& operands, base::Span source);
  NodeId integral(Op op, const Operands& operands, base::Span source);
  NodeId derivative(const Operands& operands, base::Span source);
  NodeId partial_derivative(const Operands& operands, base::Span source);
  NodeId quantified(const Meaning& meaning, const Operands& operands, base::Span source);
  NodeId body_of(const Operands& operands, base::Span source);
  NodeId bound_variables(const Operands& operands);
  NodeId bound_variable(NodeId bvar);
  NodeId lower_bound(Op op, const Operands& operands);
  Operands operands_of(std::span<const NodeId> elements) const;
  std::optional<Head> head_of(NodeId element, std::size_t operands) const;

  // LaTeXML (content_latexml.cpp).
  std::optional<NodeId> latexml_apply(NodeId head, std::span<const NodeId> operands,
                                      base::Span source);
  NodeId superscript(std::span<const NodeId> operands, base::Span source);
  NodeId cases(std::span<const NodeId> operands, base::Span source);
  std::optional<NodeId> scripted_apply(NodeId head, std::span<const NodeId> operands,
                                       base::Span source);
  NodeId scripted_function(const Head& core, NodeId lower, NodeId upper,
                           std::span<const NodeId> operands, base::Span source);
  std::optional<NodeId> chain(std::span<const NodeId> relations, base::Span source);
  NodeId chain_between_connectives(std::span<const NodeId> parts, base::Span source);
  std::optional<NodeId> congruence(std::span<const NodeId> operands, base::Span source);
  std::optional<NodeId> partial_fraction(std::span<const NodeId> operands, base::Span source);
  std::optional<NodeId> lifted_quantifier(const Meaning& relation, std::span<const NodeId> operands,
                                          base::Span source);
  NodeId without_differentials(NodeId element, Nodes& variables);
  NodeId cerror(NodeId element);
  bool is_symbol(NodeId element, std::string_view name) const;
  bool is_apply_of(NodeId element, std::string_view symbol_name) const;
  bool has_differential(NodeId element) const;
  bool is_minus_one(NodeId element) const;
  std::string leaf_text(NodeId element) const;
  void append_powers(NodeId variable, Nodes& out);

  std::string label_of(NodeId element) const;

  NodeId add(Op op, std::string_view label, std::span<const NodeId> children, base::Span source) {
    return tree_.add(op, label, children, source);
  }
  NodeId add(Op op, std::initializer_list<NodeId> children, base::Span source) {
    return tree_.add(op, "", std::span(children.begin(), children.size()), source);
  }
  NodeId missing(base::Span source) { return tree_.add_leaf(Op::Missing, "", source); }

  const XmlTree& xml_;
  OperatorTree& tree_;
  std::vector<base::Error>& diagnostics_;
  std::unordered_map<std::string_view, NodeId> ids_;  // filled at the first <share>
  int depth_ = 0;
  bool exceeded_ = false;
};

}  // namespace noether::formula
