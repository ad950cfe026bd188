// Scripts, functions, big operators, integrals and derivatives.
#include <algorithm>
#include <array>
#include <utility>

#include "noether/formula/notation/latex_tokens.h"
#include "noether/formula/notation/operator_latex.h"

namespace noether::formula {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

constexpr auto kAccentCommands =
    std::to_array<Names>({{"^", "hat"},         {"~", "tilde"},         {"¯", "overline"},
                          {"→", "vec"},         {"←", "overleftarrow"}, {"˙", "dot"},
                          {"¨", "ddot"},        {"˙˙˙", "dddot"},       {"˙˙˙˙", "ddddot"},
                          {"ˇ", "check"},       {"˘", "breve"},         {"´", "acute"},
                          {"`", "grave"},       {"˚", "mathring"},      {"↔", "overleftrightarrow"},
                          {"⏜", "overparen"},   {"⏞", "overbrace"},     {"⏟", "underbrace"},
                          {"⎴", "overbracket"}, {"⎵", "underbracket"}});

int primes_of_order(std::string_view label) {
  return label.size() == 1 && label[0] >= '1' && label[0] <= '3' ? label[0] - '0' : 0;
}

}  // namespace

std::string_view OperatorLatex::mark_command(std::string_view glyph, Op side) {
  if (side != Op::Under) return accent_command(glyph);
  const auto it = std::ranges::find(kUnderAccents, glyph, &Names::first);
  return it == kUnderAccents.end() ? std::string_view() : it->second;
}

std::string_view OperatorLatex::accent_command(std::string_view glyph) {
  const auto it = std::ranges::find(kAccentCommands, glyph, &Names::first);
  return it == kAccentCommands.end() ? std::string_view() : it->second;
}

std::string_view OperatorLatex::accent(NodeId id) const {
  return op(id) == Op::Call && kids(id).size() == 1 ? accent_command(label(id))
                                                    : std::string_view();
}

// A function with a command in LaTeX: \sin, \gcd, \log, \det.
bool OperatorLatex::is_named_function(NodeId id) const {
  if (op(id) == Op::Log || op(id) == Op::Determinant) return true;
  if (op(id) != Op::Call || label(id).size() < 2) return false;
  const Symbol* symbol = symbol_for(label(id), true);
  if (symbol == nullptr) symbol = symbol_for(label(id), false);
  return symbol != nullptr &&
         (symbol->op == Op::Call || symbol->op == Op::Maximum || symbol->op == Op::Minimum) &&
         (symbol->role == SymbolRole::Function || symbol->role == SymbolRole::LimitFunction);
}

// Whether its power is written after the name: sin² x, but gcd(a, b)².
bool OperatorLatex::takes_power(NodeId id) const {
  if (is_bare(id)) return false;
  if (op(id) == Op::Log) return true;
  if (op(id) != Op::Call || !is_named_function(id)) return false;
  const Symbol* symbol = symbol_by_glyph(label(id));
  return symbol != nullptr && symbol->role == SymbolRole::Function;
}

bool OperatorLatex::is_prefix(NodeId id) const {
  NodeId core = op(id) == Op::Apply && !is_bare(id) ? kids(id)[0] : id;
  while (!is_bare(core) && op_info(op(core)).klass == OpClass::Arithmetic) core = kids(core)[0];
  return op(core) == Op::Prefix || op(core) == Op::PartialSymbol || op(core) == Op::Not;
}

bool OperatorLatex::is_infix_head(NodeId head) const {
  while (!is_bare(head) && op_info(op(head)).klass == OpClass::Arithmetic) head = kids(head)[0];
  if (!is_bare(head)) return false;
  const OpClass klass = op_info(op(head)).klass;
  if (klass != OpClass::Arithmetic && klass != OpClass::Infix && klass != OpClass::Logic) {
    return false;
  }
  const SymbolRole r = role(head);
  return r == SymbolRole::Additive || r == SymbolRole::Multiplicative || r == SymbolRole::Logical;
}

// --- scripts ---

void OperatorLatex::script(char sign, NodeId id) {
  tokens_.put(std::string_view(&sign, 1));
  braced(id);
}

// Whether scripts may directly follow it.
bool OperatorLatex::is_script_base(NodeId id) const {
  switch (op(id)) {
    case Op::Divide:
    case Op::Over:
    case Op::Under:
    case Op::Lines:
    case Op::Cases:
    case Op::Missing:
    case Op::Times:
      return false;
    case Op::Call:
      return !takes_power(id);
    case Op::Apply:
      return level(id) == Level::Scripted;
    default:
      return level(id) == Level::Operand;
  }
}

// The quotient of dy and dx, which would be read as a derivative if it were a fraction.
bool OperatorLatex::looks_like_derivative(NodeId id) const {
  return std::ranges::all_of(kids(id), [&](NodeId half) {
    NodeId first = op(half) == Op::Times && !is_bare(half) ? kids(half)[0] : half;
    for (int i = 0; i < 2 && (op(first) == Op::Power || op(first) == Op::Apply); ++i) {
      if (is_bare(first)) return false;
      first = kids(first)[0];
    }
    return op(first) == Op::PartialSymbol || (op(first) == Op::Variable && label(first) == "d");
  });
}

void OperatorLatex::script_base(NodeId id) {
  if (op(id) == Op::Missing) return tokens_.put("{} ");
  is_script_base(id) ? bare(id, Tail::Factors) : parenthesised(id);
}

void OperatorLatex::scripted(NodeId id, Tail tail) {
  const Children children = kids(id);
  const NodeId base = children[0];
  const NodeId second = children.size() > 1 ? children[1] : kNoNode;
  switch (op(id)) {
    case Op::Factorial:
    case Op::DoubleFactorial:
    case Op::Percent: {
      const bool again = op(base) == Op::Factorial || op(base) == Op::DoubleFactorial;
      again ? parenthesised(base) : node(base, Level::Scripted, Tail::Factors);
      if (op(id) == Op::Percent) return tokens_.put("\\%");
      return tokens_.sign(op(id) == Op::Factorial ? "!" : "!!");
    }
    case Op::EvaluatedAt:
      node(base, Level::Scripted, Tail::Factors);
      tokens_.put("\\big|");
      if (second != kNoNode && op(second) != Op::Missing) script('_', second);
      if (children.size() > 2) script('^', children[2]);
      return;
    case Op::Prescript:
      tokens_.command("prescript");
      tokens_.put("{");
      if (children.size() > 2) row(children[2]);
      tokens_.put("}{");
      if (second != kNoNode) row(second);
      tokens_.put("}");
      return braced(base);
    case Op::Subscript:
      script_base(base);
      if (second != kNoNode) script('_', second);
      return;
    default:
      break;
  }
  if (second == kNoNode) return script_base(base);
  if (op(id) == Op::Superscript && op(second) == Op::Symbol &&
      !accent_command(label(second)).empty()) {
    tokens_.command(accent_command(label(second)));
    return braced(base);
  }
  // sin² x rather than (sin x)²
  if (op(id) == Op::Power && takes_power(base) && op(second) != Op::Negate) {
    const Children arguments = kids(base);
    if (op(base) == Op::Log) {
      return function("log", arguments.size() > 1 ? arguments[1] : kNoNode, second,
                      arguments.first(1), tail);
    }
    return function(label(base), kNoNode, second, arguments, tail);
  }
  // x_1^2 and f'^2 need no parentheses: subscripts come first, then primes, then the rest.
  const bool primed = op(base) == Op::Prime && op(id) != Op::Prime && kids(base).size() == 2 &&
                      op(kids(base)[1]) == Op::Number && primes_of_order(label(kids(base)[1])) > 0;
  const bool subscripted = op(base) == Op::Subscript && kids(base).size() == 2;
  if (primed || subscripted) {
    bare(base, Tail::Factors);
  } else {
    script_base(base);
  }
  if (op(id) == Op::Prime) {
    const int primes = op(second) == Op::Number ? primes_of_order(label(second)) : 0;
    for (int i = 0; i < primes; ++i) tokens_.put("'");
    if (primes > 0) return;
  }
  const bool sign = is_bare(second) && (!is_leaf(op(second)) || op(second) == Op::Symbol);
  const bool parentheses = op(id) == Op::Prime || (op(id) == Op::Superscript && !sign);
  tokens_.put("^{");
  parentheses ? parenthesised(second) : row(second);
  tokens_.put("}");
}

// An operator with scripts as the head of an application or as a link of a chain.
void OperatorLatex::scripted_operator(NodeId head) {
  const Children children = kids(head);
  if (children.empty()) return operator_sign(head);
  if (children.size() != 2) return node(head, Level::Scripted, Tail::Factors);
  NodeId core = head;
  while (!is_bare(core)) core = kids(core)[0];
  const Op o = op(head);
  if (o == Op::Prime) {
    scripted_operator(children[0]);
    const int primes = std::max(1, primes_of_order(label(children[1])));
    for (int i = 0; i < primes; ++i) tokens_.put("'");
    return;
  }
  const bool below = o == Op::Subscript || o == Op::Under;
  if (op(children[1]) == Op::Symbol && !mark_command(label(children[1]), o).empty()) {
    tokens_.command(mark_command(label(children[1]), o));
    tokens_.put("{");
    scripted_operator(children[0]);
    return tokens_.put("}");
  }
  if (is_relation(op(core))) {
    tokens_.command(below ? "underset" : "overset");
    braced(children[1]);
    tokens_.put("{");
    scripted_operator(children[0]);
    return tokens_.put("}");
  }
  scripted_operator(children[0]);
  script(below ? '_' : '^', children[1]);
}

// --- functions ---

// Whether it may follow a function's name without parentheses: \sin 2x, \log n, \cos\frac{x}{2}.
bool OperatorLatex::is_simple_argument(NodeId id) const {
  switch (op(id)) {
    case Op::Number:
    case Op::Variable:
    case Op::Divide:
      return true;
    case Op::Times:
      return kids(id).size() >= 2 && is_simple_argument(kids(id)[0]) &&
             std::ranges::all_of(kids(id).subspan(1),
                                 [&](NodeId child) { return op(child) == Op::Variable; });
    default:
      return false;
  }
}

void OperatorLatex::function(std::string_view name, NodeId below, NodeId above, Children arguments,
                             Tail tail) {
  const Symbol* symbol = symbol_for(name, true);
  if (symbol == nullptr) symbol = symbol_for(name, false);
  if (symbol != nullptr && !symbol->command.empty()) {
    tokens_.command(symbol->command);
  } else {
    tokens_.operator_name(name);
  }
  if (below != kNoNode) script('_', below);
  if (above != kNoNode) script('^', above);
  const bool takes_words = symbol == nullptr || symbol->role == SymbolRole::Function;
  if (takes_words && tail == Tail::Nothing && arguments.size() == 1 &&
      is_simple_argument(arguments[0])) {
    tokens_.put(" ");
    return node(arguments[0], Level::Product, Tail::Nothing);
  }
  fenced("(", arguments, ")");
}

void OperatorLatex::call(NodeId id, Tail tail) {
  const Children children = kids(id);
  if (const std::string_view command = accent(id); !command.empty()) {
    tokens_.command(command);
    return braced(children[0]);
  }
  if (is_named_function(id)) return function(label(id), kNoNode, kNoNode, children, tail);
  if (label(id) == "mod" && children.size() == 1) {
    tokens_.command("pmod");
    return braced(children[0]);
  }
  // The name of another operator that is applied like a function was given as text.
  const Symbol* symbol = symbol_by_glyph(label(id));
  const bool taken = symbol != nullptr && label(id).size() > 1 && symbol->op != Op::Call &&
                     symbol->role == SymbolRole::LimitFunction;
  taken ? tokens_.words(label(id)) : tokens_.operator_name(label(id));
  fenced("(", children, ")");
}

void OperatorLatex::application(NodeId id, Tail tail) {
  const Children children = kids(id);
  const NodeId head = children[0];
  const Children operands = children.subspan(1);
  const Level own = level(id);
  if (own == Level::Relation || is_infix_head(head)) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0 || operands.size() == 1) scripted_operator(head);
      if (own == Level::Relation) {
        relation_operand(operands[i]);
      } else {
        node(operands[i], own == Level::Product ? Level::Factor : Level::Product,
             i + 1 < operands.size() ? Tail::Factors : tail);
      }
    }
    return;
  }
  if (is_prefix(id)) {
    scripted_operator(head);
    for (const NodeId operand : operands) node(operand, Level::Factor, tail);
    return;
  }
  if (op(head) == Op::Compose) {
    parenthesised(head);
  } else {
    node(head, Level::Scripted, Tail::Factors);
  }
  fenced("(", operands, ")");
}

// --- big operators, integrals ---

void OperatorLatex::big(NodeId id) {
  const Children children = kids(id);
  operator_sign(id);
  if (children.size() > 1 && op(children[1]) != Op::Missing) script('_', children[1]);
  if (children.size() > 2 && op(children[2]) != Op::Missing) script('^', children[2]);
  if (children.empty()) return;
  if (children.size() > 1) tokens_.put(" ");
  node(children[0], Level::Product, Tail::Nothing);
}

void OperatorLatex::integral(NodeId id, Tail tail) {
  const Children children = kids(id);
  operator_sign(id);
  if (children.size() > 2 && op(children[2]) != Op::Missing) script('_', children[2]);
  if (children.size() > 3 && op(children[3]) != Op::Missing) script('^', children[3]);
  if (children.empty()) return;
  if (children.size() > 2) tokens_.put(" ");
  const bool has_variable = children.size() > 1 && op(children[1]) != Op::Missing;
  const bool one = op(children[0]) == Op::Number && label(children[0]) == "1";
  if (!has_variable || !one) {
    node(children[0], Level::Product, has_variable ? Tail::Nothing : tail);
  }
  if (!has_variable) return;
  const bool several = op(id) != Op::Integral && op(children[1]) == Op::Tuple;
  const Children variables = several ? kids(children[1]) : children.subspan(1, 1);
  for (const NodeId variable : variables) {
    tokens_.put("\\,d");
    node(variable, Level::Scripted, Tail::Factors);
  }
}

// --- derivatives ---

void OperatorLatex::derivative(NodeId id) {
  const Children children = kids(id);
  tokens_.put("\\frac{d");
  if (children.size() > 2) script('^', children[2]);
  if (op(children[0]) != Op::Missing) node(children[0], Level::Factor, Tail::Nothing);
  tokens_.put("}{d");
  if (children.size() > 1) node(children[1], Level::Scripted, Tail::Nothing);
  if (children.size() > 2) script('^', children[2]);
  tokens_.put("}");
}

void OperatorLatex::partial_derivative(NodeId id) {
  const Children children = kids(id);
  const Children variables = children.subspan(1);
  tokens_.put("\\frac{\\partial");
  const NodeId only = variables.size() == 1 ? variables[0] : kNoNode;
  const bool symbolic = only != kNoNode && op(only) == Op::Power && kids(only).size() == 2;
  if (symbolic) {
    script('^', kids(only)[1]);
  } else if (variables.size() > 1) {
    tokens_.put("^{" + std::to_string(variables.size()) + "}");
  }
  if (op(children[0]) != Op::Missing) node(children[0], Level::Factor, Tail::Nothing);
  tokens_.put("}{");
  for (std::size_t i = 0; i < variables.size();) {
    std::size_t run = 1;
    while (i + run < variables.size() && run < 9 && is_bare(variables[i]) &&
           op(variables[i + run]) == op(variables[i]) &&
           label(variables[i + run]) == label(variables[i])) {
      ++run;
    }
    tokens_.put("\\partial");
    node(variables[i], Level::Scripted, Tail::Nothing);
    if (run > 1) tokens_.put("^{" + std::to_string(run) + "}");
    i += run;
  }
  tokens_.put("}");
}

}  // namespace noether::formula
