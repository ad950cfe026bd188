// Relations, logic, quantifiers and lists.
#include <algorithm>
#include <utility>

#include "noether/formula/notation/operator_latex.h"

namespace noether::formula {

bool OperatorLatex::is_quantifier(Op op) {
  return op == Op::ForAll || op == Op::Exists || op == Op::NotExists || op == Op::ExistsUnique;
}

bool OperatorLatex::is_connective(Op op) {
  return op == Op::Implies || op == Op::ImpliedBy || op == Op::Iff || op == Op::Therefore ||
         op == Op::Because;
}

void OperatorLatex::relation_operand(NodeId id) {
  // a = b ∧ c = d joins two equations.
  const bool logical = level(id) == Level::Sum && role(id) == SymbolRole::Logical;
  logical ? parenthesised(id) : node(id, Level::Sum, Tail::Nothing);
}

void OperatorLatex::relation(NodeId id) {
  const Children children = kids(id);
  if (op(id) == Op::Congruent && children.size() == 3) {
    relation_operand(children[0]);
    tokens_.put("\\equiv");
    tokens_.put(" ");
    relation_operand(children[1]);
    tokens_.put("\\pmod");
    return braced(children[2]);
  }
  if (op(id) == Op::Colon && children.size() == 2) {
    node(children[0], Level::Relation, Tail::Nothing);
    tokens_.sign(":");
    return node(children[1], Level::Colon, Tail::Nothing);
  }
  if (children.size() == 1) operator_sign(id);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) operator_sign(id);
    const bool outer = std::exchange(after_membership_, i > 0 && op(id) == Op::In);
    relation_operand(children[i]);
    after_membership_ = outer;
  }
}

void OperatorLatex::chain(NodeId id) {
  const Children children = kids(id);
  const bool statements = level(id) == Level::Statement;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i % 2 == 1) {
      scripted_operator(children[i]);
    } else if (statements) {
      const bool last = i + 1 == children.size();
      last ? statement(children[i]) : node(children[i], Level::Colon, Tail::Nothing);
    } else {
      const bool outer = std::exchange(after_membership_, i > 0 && op(children[i - 1]) == Op::In);
      relation_operand(children[i]);
      after_membership_ = outer;
    }
  }
}

// The right side of ⇒: a quantifier there reaches to the end.
void OperatorLatex::statement(NodeId id) {
  is_quantifier(op(id)) ? bare(id, Tail::Nothing) : node(id, Level::Colon, Tail::Nothing);
}

void OperatorLatex::connective(NodeId id) {
  const Children children = kids(id);
  if (children.size() == 1) {
    operator_sign(id);
    return statement(children[0]);
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) operator_sign(id);
    const bool last = i + 1 == children.size();
    last ? statement(children[i]) : node(children[i], Level::Colon, Tail::Nothing);
  }
}

// ∧ and ∨ bind looser than the relations that they join; elsewhere they bind tighter.
bool OperatorLatex::is_loose_logic(NodeId id) const {
  const Children children = kids(id);
  return children.size() >= 2 && std::ranges::all_of(children, [&](NodeId child) {
           const Op o = op(child);
           if (o == Op::And) return op(id) == Op::Or && is_loose_logic(child);
           return is_relation(o) && o != Op::Conditional && o != Op::Colon &&
                  kids(child).size() >= 2 && level(child) == Level::Relation;
         });
}

void OperatorLatex::logic(NodeId id) {
  const Children children = kids(id);
  const bool loose = is_loose_logic(id);
  if (children.size() == 1) operator_sign(id);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) operator_sign(id);
    loose ? bare(children[i], Tail::Nothing) : node(children[i], Level::Product, Tail::Nothing);
  }
}

void OperatorLatex::quantifier(NodeId id) {
  const Children children = kids(id);
  operator_sign(id);
  if (op(children[0]) == Op::List) {
    list(kids(children[0]), ",");
  } else {
    relates_lists(children[0]) ? row(children[0])
                               : node(children[0], Level::Relation, Tail::Nothing);
  }
  for (const NodeId body : children.subspan(1)) {
    if (!is_quantifier(op(body))) tokens_.sign(":");
    node(body, Level::Statement, Tail::Nothing);
  }
}

void OperatorLatex::list(Children items) {
  // With commas, a single relation would take the other items as its sides.
  const auto relations =
      std::ranges::count_if(items, [&](NodeId item) { return is_relation(op(item)); });
  list(items, relations == 1 ? ";" : ",");
}

void OperatorLatex::list(Children items, std::string_view separator) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) tokens_.put(separator);
    // A quantifier would take the rest of the list as its body.
    const bool encloses = is_quantifier(op(items[i])) && i + 1 < items.size();
    encloses ? parenthesised(items[i]) : node(items[i], Level::Statement, Tail::Nothing);
  }
}

}  // namespace noether::formula
