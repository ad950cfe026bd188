// The operators of operator trees, and their properties.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace noether::formula {

enum class Op : std::uint16_t {
#define NOETHER_OP(id, ...) id,
#include "noether/formula/operators.def"
#undef NOETHER_OP
};

enum class OpClass : std::uint8_t {
  Leaf,        // number, variable, constant, text, missing, error
  Arithmetic,  // sums, products, powers, ...
  Logic,       // and, or, not, quantifiers
  Relation,    // may be part of a chain
  Infix,       // any other infix operator
  Big,         // children: body, lower, upper
  Structure,   // sets, lists, matrices, ...
  Function,    // fixed functions with their own notation: abs, floor, ...
};

struct OpInfo {
  Op op;
  std::string_view name;  // in S-expressions, prefix tokens and JSON
  OpClass klass;
  bool unordered;            // operands commute
  bool labelled;             // nodes carry a label that belongs to their identity
  std::string_view content;  // Content MathML element, or csymbol name when `content_symbol`
  bool content_symbol;
  std::string_view tangent;  // node tag in Tangent-S strings
  std::string_view latex;    // infix or head in LaTeX; empty if the writer has a special form
  int prefix_arity;          // operands in prefix notation if no count is written
};

const OpInfo& op_info(Op op);
std::optional<Op> op_by_name(std::string_view name);
std::optional<Op> op_by_content(std::string_view element, bool symbol);
std::optional<Op> op_by_tangent(std::string_view tag);

inline bool is_leaf(Op op) { return op_info(op).klass == OpClass::Leaf; }
inline bool is_relation(Op op) { return op_info(op).klass == OpClass::Relation; }
// ∫ ∬ ∭ ∮: the operators with a variable of integration.
inline bool is_integral(Op op) {
  return op == Op::Integral || op == Op::DoubleIntegral || op == Op::TripleIntegral ||
         op == Op::ContourIntegral;
}
inline bool is_implication(Op op) {
  return op == Op::Implies || op == Op::ImpliedBy || op == Op::Iff;
}

}  // namespace noether::formula
