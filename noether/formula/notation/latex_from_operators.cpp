#include <algorithm>
#include <utility>

#include "noether/formula/grammar/function_letters.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/operator_latex.h"

namespace noether::formula {
namespace {

// The signs of ordinary sums, which need no parentheses on the left: a - b + c.
bool is_plus_or_minus(Op op) {
  return op == Op::Plus || op == Op::Minus || op == Op::Negate || op == Op::PlusMinus ||
         op == Op::MinusPlus;
}

}  // namespace

// The role of an operator's sign in a row.
SymbolRole OperatorLatex::role(NodeId id) const {
  const OpInfo& info = op_info(op(id));
  const Symbol* symbol = nullptr;
  if (op(id) == Op::Divide) return SymbolRole::Multiplicative;
  if (info.labelled) {
    symbol = symbol_for(label(id), false);
    if (symbol == nullptr) symbol = symbol_by_glyph(label(id));
  } else if (info.latex.starts_with('\\')) {
    symbol = symbol_by_command(info.latex.substr(1));
  } else {
    symbol = symbol_by_glyph(info.latex);
  }
  return symbol == nullptr ? SymbolRole::Letter : symbol->role;
}

OperatorLatex::Level OperatorLatex::level(NodeId id) const {
  const Op o = op(id);
  const Children children = kids(id);
  if (o == Op::Phrase || o == Op::Fragments) return Level::Phrase;
  if (children.empty() || is_leaf(o)) return Level::Operand;
  switch (o) {
    case Op::List:
      return Level::Sequence;
    case Op::Colon:
      return Level::Colon;
    case Op::And:
    case Op::Or:
      return is_loose_logic(id) ? Level::Relation : Level::Sum;
    case Op::Plus:
    case Op::Minus:
    case Op::Negate:
    case Op::PlusMinus:
    case Op::MinusPlus:
    case Op::EvaluatedAt:
      return Level::Sum;
    case Op::Times:
      return children.size() == 1 ? Level::Operand : Level::Product;
    case Op::Power:
    case Op::Superscript:
    case Op::Subscript:
    case Op::Prime:
    case Op::Prescript:
    case Op::Factorial:
    case Op::DoubleFactorial:
    case Op::Percent:
      return Level::Scripted;
    case Op::Divide:
      return looks_like_derivative(id) ? Level::Product : Level::Operand;
    case Op::Root:
    case Op::Over:
    case Op::Under:
    case Op::Binomial:
    case Op::Abs:
    case Op::Norm:
    case Op::Floor:
    case Op::Ceiling:
    case Op::InnerProduct:
      return Level::Operand;
    case Op::Determinant:
      return op(children[0]) == Op::Matrix ? Level::Operand : Level::Factor;
    case Op::Call:
      if (!accent(id).empty()) return Level::Operand;
      return is_named_function(id) ? Level::Factor : Level::Scripted;
    case Op::Apply: {
      NodeId core = children[0];
      while (!is_bare(core) && op_info(op(core)).klass == OpClass::Arithmetic) core = kids(core)[0];
      if (!is_bare(core)) return Level::Scripted;
      if (is_relation(op(core))) return Level::Relation;
      if (is_infix_head(children[0])) {
        return role(core) == SymbolRole::Multiplicative ? Level::Product : Level::Sum;
      }
      return is_prefix(core) || is_named_function(core) ? Level::Factor : Level::Scripted;
    }
    case Op::Chain: {
      const bool connectives = children.size() > 1 && is_connective(op(children[1]));
      return connectives ? Level::Statement : Level::Relation;
    }
    default:
      break;
  }
  if (is_quantifier(o) || is_connective(o)) return Level::Statement;
  switch (op_info(o).klass) {
    case OpClass::Relation:
      return Level::Relation;
    case OpClass::Structure:
      return Level::Operand;
    case OpClass::Big:
    case OpClass::Function:
    case OpClass::Logic:
      return Level::Factor;
    default:
      break;
  }
  if (o == Op::Prefix) return Level::Factor;
  const SymbolRole r = role(id);
  return r == SymbolRole::Additive || r == SymbolRole::Logical ? Level::Sum : Level::Product;
}

// Whether it takes all following factors.
bool OperatorLatex::is_greedy(NodeId id) const {
  const Children children = kids(id);
  if (children.empty()) return false;
  switch (op(id)) {
    case Op::Integral:
    case Op::DoubleIntegral:
    case Op::TripleIntegral:
    case Op::ContourIntegral:
      return children.size() < 2 || op(children[1]) == Op::Missing;
    case Op::Derivative:
    case Op::PartialDerivative:
      return op(children[0]) == Op::Missing;
    case Op::Not:
    case Op::Prefix:
    case Op::PartialSymbol:
    case Op::Differential:
      return is_greedy(children[0]);
    case Op::Apply:
      return is_prefix(id) && is_greedy(children.back());
    case Op::EvaluatedAt:
      return false;
    default:
      return op_info(op(id)).klass == OpClass::Big || is_quantifier(op(id));
  }
}

// A whole row, cell or script, where every level is allowed.
void OperatorLatex::row(NodeId id) {
  const bool outer = std::exchange(after_membership_, false);
  row_contents(id);
  after_membership_ = outer;
}

void OperatorLatex::row_contents(NodeId id) {
  if (!relates_lists(id)) return node(id, Level::Phrase, Tail::Nothing);
  const auto side = [&](NodeId list_or_operand) {
    if (op(list_or_operand) == Op::List) return list(kids(list_or_operand), ",");
    relation_operand(list_or_operand);
  };
  side(kids(id)[0]);
  operator_sign(id);
  side(kids(id)[1]);
}

// x, y ∈ X: a single relation may have lists for its sides if commas have no other meaning there.
bool OperatorLatex::relates_lists(NodeId id) const {
  if (!is_relation(op(id)) || op(id) == Op::Colon || op(id) == Op::Chain || kids(id).size() != 2) {
    return false;
  }
  bool lists = false;
  for (const NodeId side : kids(id)) {
    if (op(side) != Op::List) continue;
    lists = kids(side).size() > 1;
    for (const NodeId item : kids(side)) {
      if (level(item) < Level::Sum || op(item) == Op::Missing) return false;
    }
  }
  return lists;
}

void OperatorLatex::braced(NodeId id) {
  tokens_.put("{");
  row(id);
  tokens_.put("}");
}

void OperatorLatex::node(NodeId id, Level wanted, Tail tail) {
  // Words join formulas unless they are enclosed.
  const bool words = op(id) == Op::Text && wanted > Level::Statement &&
                     label(id).find(' ') != std::string_view::npos;
  if (words || (wanted > Level::Sum && is_stray_sign(id)) || level(id) < wanted ||
      (tail == Tail::Factors && is_greedy(id))) {
    parenthesised(id);
  } else {
    bare(id, tail);
  }
}

// An operator without operands among other operands: the ∗ of x(∗).
bool OperatorLatex::is_stray_sign(NodeId id) const {
  if (!is_bare(id)) return false;
  if (op(id) == Op::Symbol) return label(id).starts_with('!');
  const OpClass klass = op_info(op(id)).klass;
  return klass == OpClass::Arithmetic || klass == OpClass::Infix;
}

void OperatorLatex::parenthesised(NodeId id) {
  std::size_t begin = 0;
  open_fence("(", begin);
  inside(id);
  close_fence(")", begin);
}

// The only operand between fences; a list uses semicolons, because commas would split the fences.
void OperatorLatex::inside(NodeId id) { op(id) == Op::List ? list(kids(id), ";") : row(id); }

void OperatorLatex::bare(NodeId id, Tail tail) {
  const Op o = op(id);
  if (is_bare(id) && op_info(o).klass != OpClass::Structure) return leaf(id);
  switch (o) {
    case Op::Times:
      return product(id, tail);
    case Op::Call:
      return call(id, tail);
    case Op::Apply:
      return application(id, tail);
    case Op::Log:
      return function("log", kids(id).size() > 1 ? kids(id)[1] : kNoNode, kNoNode,
                      kids(id).first(1), tail);
    case Op::Derivative:
      return derivative(id);
    case Op::PartialDerivative:
      return partial_derivative(id);
    case Op::Integral:
    case Op::DoubleIntegral:
    case Op::TripleIntegral:
    case Op::ContourIntegral:
      return integral(id, tail);
    case Op::Chain:
      return chain(id);
    case Op::And:
    case Op::Or:
      return logic(id);
    case Op::Differential:
      tokens_.put("\\mathrm{d}");
      return node(kids(id)[0], Level::Factor, tail);
    case Op::Not:
    case Op::Prefix:
    case Op::PartialSymbol:
      operator_sign(id);
      return node(kids(id)[0], Level::Factor, tail);
    case Op::EvaluatedAt:
      return scripted(id, tail);
    default:
      break;
  }
  if (is_leaf(o)) return leaf(id);
  if (is_quantifier(o)) return quantifier(id);
  if (is_connective(o)) return connective(id);
  switch (op_info(o).klass) {
    case OpClass::Relation:
      return relation(id);
    case OpClass::Big:
      return big(id);
    case OpClass::Structure:
    case OpClass::Function:
      return structure(id);
    default:
      break;
  }
  switch (level(id)) {
    case Level::Scripted:
      return scripted(id, tail);
    case Level::Sum:
      return sum(id);
    case Level::Product:
      return infix_product(id, tail);
    default:
      return structure(id);
  }
}

void OperatorLatex::leaf(NodeId id) {
  const std::string_view name = label(id);
  switch (op(id)) {
    case Op::Number:
      return tokens_.number(name);
    case Op::Variable:
    case Op::Call:
      return tokens_.variable(name);
    case Op::Text:
    case Op::Error:
      return tokens_.words(name);
    case Op::Missing:
      return;
    case Op::Symbol:
      if (symbol_for(name, false) == nullptr && symbol_for(name, true) != nullptr) {
        return tokens_.variable(name);
      }
      return tokens_.sign(name);
    default:
      return operator_sign(id);
  }
}

void OperatorLatex::operator_sign(NodeId id) {
  const OpInfo& info = op_info(op(id));
  if (info.labelled) return tokens_.sign(label(id));
  if (op(id) == Op::Divide) return tokens_.sign("/");
  if (op(id) == Op::Determinant) return tokens_.put("\\det");
  if (info.latex.empty()) return tokens_.variable(info.name);
  info.latex.starts_with('\\') ? tokens_.put(info.latex) : tokens_.sign(info.latex);
}

// --- sums and products ---

void OperatorLatex::sum(NodeId id) {
  const Children children = kids(id);
  if (children.size() == 1) {
    operator_sign(id);
    return node(children[0], Level::Product, Tail::Nothing);
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) operator_sign(id);
    const Op first = op(children[0]);
    const bool runs_on = i == 0 && is_plus_or_minus(op(id)) && is_plus_or_minus(first) &&
                         !(first == op(id) && op_info(first).unordered);
    node(children[i], runs_on ? Level::Sum : Level::Product, Tail::Nothing);
  }
}

// Whether parentheses directly after it would be read as its arguments.
bool OperatorLatex::is_callable(NodeId id) const {
  if (is_bare(id) && !is_leaf(op(id))) return true;
  switch (op(id)) {
    case Op::Variable:
    case Op::Text:
      return true;
    case Op::Number:
    case Op::Root:
      return false;
    case Op::Divide:
      return false;  // written as a fraction
    case Op::Call:
      return !accent(id).empty() && is_callable(kids(id)[0]);
    case Op::Power:
    case Op::Superscript:
    case Op::Subscript:
    case Op::Prime:
      return op(kids(id)[0]) == Op::Compose ||
             (is_script_base(kids(id)[0]) && is_callable(kids(id)[0]));
    case Op::Over:
    case Op::Under:
    case Op::Not:
    case Op::Prefix:
    case Op::PartialSymbol:
    case Op::Differential:
      return is_callable(kids(id)[0]);
    case Op::Compose:
      return true;
    default:
      return combines_functions(tree_, id);
  }
}

void OperatorLatex::product(NodeId id, Tail tail) {
  const Children children = kids(id);
  if (children.size() == 1) return parenthesised(children[0]);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const bool gap =
        i > 0 && (op(children[i]) == Op::Missing || starts_with_digit(children[i]) ||
                  op(children[i - 1]) == Op::Missing || takes_an_operand(children[i - 1]) ||
                  starts_with_script(children[i]) ||
                  (op(children[i - 1]) == Op::Number && is_number_fraction(children[i])));
    if (gap) tokens_.put("\\cdot ");
    const std::size_t begin = tokens_.out().size();
    const bool last = i + 1 == children.size();
    node(children[i], Level::Factor, last ? tail : Tail::Factors);
    if (i == 0 || gap) continue;
    const std::string_view factor = std::string_view(tokens_.out()).substr(begin);
    const bool opens = factor.starts_with('(') || factor.starts_with("\\left(");
    if (opens && is_callable(children[i - 1])) tokens_.insert(begin, "\\cdot");
  }
}

// A sign or function without its operand, which would take the next factor.
bool OperatorLatex::takes_an_operand(NodeId id) const {
  while (!is_bare(id) && op_info(op(id)).klass == OpClass::Arithmetic) id = kids(id)[0];
  const OpClass klass = op_info(op(id)).klass;
  return is_bare(id) && (klass == OpClass::Function || klass == OpClass::Big || is_prefix(id));
}

// After a number it would become the fraction of a mixed number, 2½.
bool OperatorLatex::is_number_fraction(NodeId id) const {
  return op(id) == Op::Divide &&
         std::ranges::all_of(kids(id), [&](NodeId half) { return op(half) == Op::Number; });
}

// A script without a base would attach to the factor before it.
bool OperatorLatex::starts_with_script(NodeId id) const {
  return level(id) == Level::Scripted &&
         (op(kids(id)[0]) == Op::Missing || starts_with_script(kids(id)[0]));
}

bool OperatorLatex::starts_with_digit(NodeId id) const {
  if (op(id) == Op::Number) return true;
  return level(id) == Level::Scripted && op(id) != Op::Call && op(id) != Op::Apply &&
         starts_with_digit(kids(id)[0]);
}

void OperatorLatex::infix_product(NodeId id, Tail tail) {
  const Children children = kids(id);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i > 0) operator_sign(id);
    const bool last = i + 1 == children.size();
    const bool runs_on = i == 0 && op(children[0]) == op(id) && label(children[0]) == label(id) &&
                         op(id) != Op::CartesianProduct;
    node(children[i], runs_on ? Level::Product : Level::Factor, last ? tail : Tail::Factors);
  }
}

void write_latex(const OperatorTree& tree, std::string& out) {
  if (tree.empty()) return;
  const std::size_t begin = out.size();
  OperatorLatex(tree, out).write();
  blank_controls(out, begin);
}

}  // namespace noether::formula
