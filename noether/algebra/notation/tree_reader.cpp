#include "noether/algebra/notation/tree_reader.h"

#include <algorithm>
#include <array>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/operators.h"

namespace noether::algebra {
namespace {

using FormulaOp = formula::Op;
using formula::NodeId;
using formula::OpClass;

// Names of constants that can also be names of indices.
constexpr std::uint8_t kBindsI = 1;
constexpr std::uint8_t kBindsE = 2;

struct Constant {
  std::string_view name;
  Op op;
  std::uint8_t binding;
};
constexpr std::array kConstants = std::to_array<Constant>({
    {"e", Op::E, kBindsE},
    {"i", Op::I, kBindsI},
    {"π", Op::Pi, 0},
    {"pi", Op::Pi, 0},
    {"ⅇ", Op::E, 0},
    {"ⅈ", Op::I, 0},
});

bool is_dots(std::string_view label) {
  constexpr std::array dots = std::to_array<std::string_view>({"⋯", "…", "⋮", "⋱", "...", "⋰"});
  return std::ranges::find(dots, label) != dots.end();
}

bool is_delimiter(std::string_view label) {
  constexpr std::array delimiters = std::to_array<std::string_view>(
      {"(", ")", "[", "]", "{", "}", "|", "‖", "∥", "⌊", "⌋", "⌈", "⌉", "⟨", "⟩"});
  return std::ranges::find(delimiters, label) != delimiters.end();
}

bool is_no_number_name(std::string_view label) {
  constexpr std::array names = std::to_array<std::string_view>(
      {"nan", "NaN", "NAN", "inf", "Inf", "INF", "-inf", "-nan", "Infinity", "-infinity", "oo"});
  return std::ranges::find(names, label) != names.end();
}

// Returns whether an operator accepts any operands, because algebra does not interpret the whole.
bool takes_anything(FormulaOp op) {
  switch (op) {
    case FormulaOp::Call:
    case FormulaOp::Apply:
    case FormulaOp::Superscript:
    case FormulaOp::Prime:
    case FormulaOp::Over:
    case FormulaOp::Under:
    case FormulaOp::Prescript:
    case FormulaOp::Norm:
    case FormulaOp::Determinant:
      return true;
    default:
      break;
  }
  switch (formula::op_info(op).klass) {
    case OpClass::Big:
    case OpClass::Structure:
    case OpClass::Relation:
    case OpClass::Logic:
    case OpClass::Infix:
      return true;
    default:
      return false;
  }
}

}  // namespace

base::Result<ExprId> TreeReader::read(NodeId root) {
  if (root == formula::kNoNode || tree_.op(root) == FormulaOp::Missing) {
    return base::fail("there is no expression",
                      root == formula::kNoNode ? base::Span{} : tree_.node(root).source);
  }
  visit_order(root);
  readings_.assign(root + 1, {});
  for (const NodeId id : order_) {
    const auto reading = node(id);
    if (!reading) return std::unexpected(reading.error());
    readings_[id] = *reading;
  }
  const Reading& whole = readings_[root];
  if (whole.flaw > Flaw::NotNumber) return no_expression(whole);
  return whole.id;
}

// The only command or sign in the text between the first two operands.
std::string TreeReader::sign_between_operands(NodeId id) const {
  const auto children = tree_.children(id);
  const OpClass klass = formula::op_info(tree_.op(id)).klass;
  const bool is_between = klass == OpClass::Relation || klass == OpClass::Logic;
  if (style_ != TreeStyle::Drawn || children.size() < 2 || !is_between) return {};
  const std::size_t begin = tree_.node(children[0]).source.end;
  const std::size_t end = tree_.node(children[1]).source.begin;
  if (begin >= end || end > text_.size()) return {};
  std::string_view between = text_.substr(begin, end - begin);
  const std::size_t first = between.find_first_not_of(" \t)]}");
  if (first == std::string_view::npos) return {};
  between = between.substr(first, between.find_last_not_of(" \t([{") - first + 1);
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  const bool is_command =
      between.size() > 2 && between[0] == '\\' && std::ranges::all_of(between.substr(1), is_letter);
  const bool is_word = between.size() > 1 && std::ranges::all_of(between, is_letter);
  const bool is_sign = between.size() <= 3 && std::ranges::none_of(between, [&](char c) {
                         return is_letter(c) || c == '\\' || c == ' ' || (c >= '0' && c <= '9');
                       });
  return is_command || is_word || is_sign ? std::string(between) : std::string();
}

// The text of the node as written, or else in LaTeX, or its name.
std::string TreeReader::written(NodeId id) const {
  const formula::OpInfo& info = formula::op_info(tree_.op(id));
  const std::string_view label = tree_.label(id);
  if (const std::string sign = sign_between_operands(id); !sign.empty()) return sign;
  if (!label.empty()) return std::string(label);
  if (style_ == TreeStyle::Drawn && tree_.op(id) == FormulaOp::Root) return "\\sqrt";
  if (style_ == TreeStyle::Drawn && tree_.op(id) == FormulaOp::Congruent) return "\\equiv";
  if (style_ == TreeStyle::Tokens || info.latex.empty()) return std::string(info.name);
  return std::string(info.latex);
}

std::unexpected<base::Error> TreeReader::no_expression(const Reading& reading) const {
  const NodeId id = reading.culprit;
  const FormulaOp op = tree_.op(id);
  switch (reading.flaw) {
    case Flaw::Missing: {
      const bool is_leaf = op == FormulaOp::Missing;
      return error(
          id, is_leaf ? "an operand is missing" : "an operand of '" + written(id) + "' is missing");
    }
    case Flaw::Infinity:
      return error(id, "infinity is not a number",
                   "it is allowed only as a limit: \\int_0^\\infty, \\lim_{x\\to\\infty}");
    case Flaw::BareOperator:
      if (op == FormulaOp::Symbol) {
        return error(id, "'" + written(id) + "' is a sign, where a number is needed");
      }
      return error(id, (op == FormulaOp::Call ? "the function '" : "the operator '") + written(id) +
                           "' without its operands");
    case Flaw::Statement:
      if (op == FormulaOp::Chain) {
        return error(id, "a chain of relations, where an expression is needed",
                     "give two of its sides as two expressions");
      }
      return error(id, "'" + written(id) + "' makes a statement, where an expression is needed",
                   formula::is_relation(op) ? "give its two sides as two expressions" : "");
    case Flaw::Sequence:
      if (op == FormulaOp::List) {
        const bool has_only_numbers = std::ranges::all_of(
            tree_.children(id), [&](NodeId one) { return tree_.op(one) == FormulaOp::Number; });
        return error(id,
                     "a list of " + std::to_string(tree_.children(id).size()) +
                         ", where one expression is needed",
                     has_only_numbers ? "decimal fractions are written with a point, 1.5" : "");
      }
      if (op == FormulaOp::Lines) return error(id, "several lines, where one expression is needed");
      if (op == FormulaOp::Phrase) return error(id, "words, where one expression is needed");
      return error(id, "formulas side by side, where one expression is needed");
    default:
      return error(id, "no expression");
  }
}

// Nodes have larger numbers than their operands, so one pass in descending order visits every user
// before its operands and can pass down the bound names.
void TreeReader::visit_order(NodeId root) {
  order_.clear();
  bound_.assign(root + 1, 0);
  std::vector<bool> used(root + 1, false);
  used[root] = true;
  for (NodeId id = root + 1; id-- > 0;) {
    if (!used[id]) continue;
    order_.push_back(id);
    const auto bound = static_cast<std::uint8_t>(bound_[id] | names_bound_by(id));
    for (const NodeId child : tree_.children(id)) {
      used[child] = true;
      bound_[child] |= bound;
    }
  }
  std::ranges::reverse(order_);
}

std::uint8_t TreeReader::names_bound_by(NodeId id) const {
  const FormulaOp op = tree_.op(id);
  const auto children = tree_.children(id);
  const bool binds = formula::op_info(op).klass == OpClass::Big || op == FormulaOp::Derivative ||
                     op == FormulaOp::PartialDerivative;
  const bool extremum = op == FormulaOp::Maximum || op == FormulaOp::Minimum;
  if (!binds || children.size() < 2 || (extremum && style_ == TreeStyle::Tokens)) return 0;
  return names_in_binder(children[1]);
}

std::uint8_t TreeReader::names_in_binder(NodeId id) const {
  const auto children = tree_.children(id);
  if (tree_.op(id) == FormulaOp::Variable) {
    for (const Constant& constant : kConstants) {
      if (tree_.label(id) == constant.name) return constant.binding;
    }
    return 0;
  }
  if (tree_.op(id) == FormulaOp::List || tree_.op(id) == FormulaOp::Tuple) {
    std::uint8_t names = 0;
    for (const NodeId child : children) {
      if (children.size() <= 16 && tree_.children(child).size() <= 2)
        names |= names_in_binder(child);
    }
    return names;
  }
  const bool relates = formula::is_relation(tree_.op(id)) && !children.empty();
  if (relates && tree_.op(children[0]) == FormulaOp::Variable) return names_in_binder(children[0]);
  return 0;
}

base::Result<TreeReader::Reading> TreeReader::node(NodeId id) {
  const FormulaOp op = tree_.op(id);
  const auto children = tree_.children(id);
  if (formula::is_leaf(op)) return leaf(id);
  if (children.empty() && formula::op_info(op).klass != OpClass::Structure) {
    const Reading reading = uninterpreted(id);
    return Reading{reading.id, Flaw::BareOperator, id};
  }
  const bool has_matrix =
      std::ranges::any_of(children, [&](NodeId child) { return combinations_.contains(child); });
  if (has_matrix) {
    if (auto terms = combine(id)) return combined(id, *std::move(terms));
    if (op == FormulaOp::Subscript && children.size() == 2) {
      const Reading reading = uninterpreted(id);
      return reading.flaw > Flaw::NotNumber ? reading : matrix_with_subscript(id);
    }
  }
  const auto meaning = interpret(id);
  if (!meaning) return std::unexpected(meaning.error());
  if (*meaning) return Reading{**meaning};
  const Reading reading = uninterpreted(id);
  const bool may_be_value = reading.flaw <= Flaw::NotNumber;
  if (is_vector_itself(id)) return matrix_atom(id, arrow(id).value_or(reading.id));
  if (!has_matrix || !may_be_value) return reading;
  return is_number_of_matrices(id) ? Reading{reading.id} : matrix_atom(id, reading.id);
}

base::Result<TreeReader::Reading> TreeReader::leaf(NodeId id) {
  const auto opaque = [&](Flaw flaw) {
    const std::string name = call_name(tree_.op(id), tree_.label(id));
    return Reading{pool_.call(name, {}), flaw, id};
  };
  switch (tree_.op(id)) {
    case FormulaOp::Number: {
      if (is_bold(tree_.label(id))) {  // the zero vector
        return matrix_atom(id, pool_.call(call_name(FormulaOp::Number, tree_.label(id)), {}));
      }
      const auto value = Rational::parse(tree_.label(id));
      if (!value) return error(id, value.error().message);
      return Reading{pool_.number(*value)};
    }
    case FormulaOp::Variable:
      return variable(id);
    case FormulaOp::Error:
      return error(id, "this part could not be read: " + std::string(tree_.label(id)));
    case FormulaOp::Missing:
      return opaque(Flaw::Missing);
    case FormulaOp::Infinity:
      return opaque(Flaw::Infinity);
    case FormulaOp::EmptySet:
      return opaque(Flaw::NotNumber);
    case FormulaOp::Symbol:
      if (is_dots(tree_.label(id))) return opaque(Flaw::Dots);
      if (is_delimiter(tree_.label(id))) {
        return error(id, "'" + std::string(tree_.label(id)) + "' without its partner");
      }
      return opaque(Flaw::BareOperator);  // a sign: allowed in z^†, but not as a factor
    default:
      return opaque(is_dots(tree_.label(id)) ? Flaw::Dots : Flaw::None);
  }
}

base::Result<TreeReader::Reading> TreeReader::variable(NodeId id) {
  const std::string_view label = tree_.label(id);
  for (const Constant& constant : kConstants) {
    if (label == constant.name && (bound_[id] & constant.binding) == 0) {
      return Reading{pool_.leaf(constant.op)};
    }
  }
  if (is_dots(label)) {
    return Reading{pool_.call(call_name(tree_.op(id), label), {}), Flaw::Dots, id};
  }
  if (is_matrix_name(label)) {
    return matrix_atom(id, pool_.call(call_name(FormulaOp::Variable, label), {}));
  }
  if (is_no_number_name(label)) {
    return error(id, "'" + std::string(label) + "' is not a number");
  }
  if (style_ == TreeStyle::Tokens && !is_token_name(label)) {
    return error(id, "'" + std::string(label.substr(0, 40)) + "' is not a name",
                 "tokens are separated by blanks; LaTeX is read with --from latex");
  }
  return Reading{pool_.variable(label)};
}

TreeReader::Reading TreeReader::uninterpreted(NodeId id) {
  const FormulaOp op = tree_.op(id);
  std::vector<ExprId> operands;
  Reading worst;
  for (const NodeId child : tree_.children(id)) {
    operands.push_back(expr(child));
    if (readings_[child].flaw > worst.flaw) worst = readings_[child];
    // A missing operand has no position of its own.
    if (worst.culprit == child && tree_.node(child).source == base::Span{}) worst.culprit = id;
  }
  Reading reading{pool_.call(call_name(op, tree_.label(id)), operands)};
  const auto flawed = [&](Flaw flaw) { return Reading{reading.id, flaw, id}; };
  switch (op) {
    case FormulaOp::List:
    case FormulaOp::Lines:
    case FormulaOp::Phrase:
    case FormulaOp::Fragments:
      return flawed(Flaw::Sequence);
    case FormulaOp::Compose:
    case FormulaOp::CartesianProduct:  // of sets: B × A is a different set
      return flawed(Flaw::NotNumber);
    case FormulaOp::Delimited:
    case FormulaOp::Enclosed:
    case FormulaOp::Cases:
      return reading;  // a number in brackets or a box, or one of several
    case FormulaOp::Call:
      if (tree_.label(id) == "→") return flawed(Flaw::NotNumber);  // a vector: × is not commutative
      if (function_by_name(tree_.label(id))) return {reading.id, worst.flaw, worst.culprit};
      return reading;
    default:
      break;
  }
  switch (formula::op_info(op).klass) {
    case OpClass::Relation:
    case OpClass::Logic:
      return flawed(Flaw::Statement);
    case OpClass::Structure:
    case OpClass::Infix:
      return flawed(Flaw::NotNumber);
    default:
      break;
  }
  if (takes_anything(op) || worst.flaw == Flaw::Dots) return reading;
  return {reading.id, worst.flaw, worst.culprit};
}

bool TreeReader::any_flaw(std::span<const NodeId> nodes) const {
  return std::ranges::any_of(nodes, [&](NodeId id) { return has_flaw(id); });
}

}  // namespace noether::algebra
