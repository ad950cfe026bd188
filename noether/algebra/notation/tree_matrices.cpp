// Arithmetic with matrices and vectors; see docs/semantics.md.
//
// Every such expression is read as a linear combination: numbers times *words*, where a word is an
// opaque product of matrix-like operands in their written order. Sums of words commute, numbers may
// be moved to the front, and products distribute over sums, for matrix, scalar and vector products
// alike; nothing else is assumed. A linear combination becomes an ordinary sum of the pool in which
// words are unknown quantities. Two words are never multiplied there, so expressions that the rules
// and normal forms find equal have the same coefficients, word by word.
#include <algorithm>
#include <array>
#include <cctype>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/operators.h"
#include "noether/algebra/notation/tree_reader.h"

namespace noether::algebra {
namespace {

using FormulaOp = formula::Op;
using formula::NodeId;

// Longer products of sums are not expanded.
constexpr std::size_t kMaxWords = 64;
constexpr std::int64_t kMaxPower = 8;

constexpr std::string_view kProduct = "*:";
constexpr std::string_view kCross = "infix:×";

}  // namespace

bool TreeReader::is_matrix_name(std::string_view name) const {
  return is_bold(name) || matrices_.contains(name);
}

TreeReader::Reading TreeReader::matrix_atom(NodeId node, ExprId id) {
  combinations_[node] = {{pool_.leaf(Vocabulary::kOne), id}};
  return Reading{id, Flaw::NotNumber, node};
}

// Recognises \vec a and \mathbf A(t), but not a matrix given by its entries: a letter beside such a
// matrix is more often a vector than a number, so nothing is assumed there.
bool TreeReader::is_vector_itself(NodeId id) const {
  if (tree_.op(id) != FormulaOp::Call) return false;
  return tree_.label(id) == "→" || is_matrix_name(tree_.label(id));
}

// Functions that turn matrices and vectors into numbers: sizes, determinants, f(x). An accent is
// not a function: \hat{\mathbf x} is still a vector.
bool TreeReader::is_number_of_matrices(NodeId id) const {
  constexpr std::array matrix_valued =
      std::to_array<std::string_view>({"adj", "diag", "cof", "inv", "vec", "curl", "grad"});
  switch (tree_.op(id)) {
    case FormulaOp::Abs:
    case FormulaOp::Norm:
    case FormulaOp::Determinant:
    case FormulaOp::InnerProduct:
      return true;
    case FormulaOp::Call: {
      const std::string_view label = tree_.label(id);
      if (function_by_name(label)) return false;  // e^A, \sin A
      const auto letter = static_cast<unsigned char>(label.empty() ? 0 : label[0]);
      const bool is_name = letter >= 0x80 ? label.size() <= 2  // a Greek letter
                                          : std::isalpha(letter) != 0;
      return is_name && std::ranges::find(matrix_valued, label) == matrix_valued.end();
    }
    case FormulaOp::Apply:
      return !combinations_.contains(tree_.children(id)[0]);
    default:
      return false;
  }
}

ExprId TreeReader::letters(NodeId product) {
  std::vector<ExprId> factors;
  for (const NodeId factor : tree_.children(product)) factors.push_back(expr(factor));
  return pool_.call(kProduct, factors);
}

// The A and B of \overrightarrow{AB} are points.
std::optional<ExprId> TreeReader::arrow(NodeId id) {
  const auto children = tree_.children(id);
  if (tree_.op(id) != FormulaOp::Call || tree_.label(id) != "→" || children.size() != 1 ||
      tree_.op(children[0]) != FormulaOp::Times) {
    return std::nullopt;
  }
  const ExprId points = letters(children[0]);
  return pool_.call(call_name(FormulaOp::Call, "→"), std::span(&points, 1));
}

bool TreeReader::may_be_combined(NodeId id) const {
  return readings_[id].flaw == Flaw::None || combinations_.contains(id);
}

TreeReader::Combination TreeReader::combination_of(NodeId id) const {
  const auto found = combinations_.find(id);
  if (found != combinations_.end()) return found->second;
  return {{expr(id), kNoExpr}};
}

// Products of names that are declared or shown to be matrices are associative; for vectors, (a·b)c
// is not a(b·c).
bool TreeReader::is_associative(ExprId word) const {
  const auto names = subexpressions(pool_, word);
  return std::ranges::all_of(names, [&](ExprId id) {
    if (pool_.op(id) != Op::Call) return true;
    const auto called = operator_of_call(pool_.vocabulary().function_name(pool_.head(id)));
    if (!called) return false;
    return called->op != FormulaOp::Variable || matrices_.contains(called->label);
  });
}

ExprId TreeReader::product_word(std::span<const ExprId> factors) {
  std::vector<ExprId> word;
  const bool flat = std::ranges::all_of(factors, [&](ExprId id) { return is_associative(id); });
  for (const ExprId factor : factors) {
    if (flat && is_call(pool_, factor, kProduct)) {
      const auto inside = pool_.operands(factor);
      word.insert(word.end(), inside.begin(), inside.end());
    } else {
      word.push_back(factor);
    }
  }
  return word.size() == 1 ? word[0] : pool_.call(kProduct, word);
}

// Returns whether a cross stands between the two factors.
bool TreeReader::is_cross(NodeId left, NodeId right) const {
  const std::size_t begin = tree_.node(left).source.end;
  const std::size_t end = tree_.node(right).source.begin;
  if (begin >= end || end > text_.size()) return false;
  const std::string_view between = text_.substr(begin, end - begin);
  return between.find("times") != std::string_view::npos ||  // also in plain math
         between.find("×") != std::string_view::npos;
}

std::optional<TreeReader::Combination> TreeReader::matrix_product(std::span<const NodeId> factors) {
  struct Partial {
    ExprId coefficient;
    std::vector<ExprId> word;
  };
  const ExprId one = pool_.leaf(Vocabulary::kOne);
  const auto times = [&](ExprId a, ExprId b) {
    if (a == one) return b;
    return b == one ? a : pool_.make(Op::Multiply, {a, b});
  };
  std::vector<Partial> partials{{one, {}}};
  NodeId last_matrix = formula::kNoNode;
  for (const NodeId factor : factors) {
    const Combination terms = combination_of(factor);
    if (terms.size() * partials.size() > kMaxWords) return std::nullopt;
    const bool is_matrix = combinations_.contains(factor);
    const bool cross =
        is_matrix && last_matrix != formula::kNoNode && is_cross(last_matrix, factor);
    std::vector<Partial> longer;
    for (const Partial& partial : partials) {
      for (const auto& [coefficient, word] : terms) {
        Partial next{times(partial.coefficient, coefficient), partial.word};
        if (word != kNoExpr && cross && !next.word.empty()) {
          const std::array operands{product_word(next.word), word};
          next.word.assign(1, pool_.call(kCross, operands));
        } else if (word != kNoExpr) {
          next.word.push_back(word);
        }
        longer.push_back(std::move(next));
      }
    }
    partials = std::move(longer);
    if (is_matrix) last_matrix = factor;
  }
  Combination result;
  for (const Partial& partial : partials) {
    result.emplace_back(partial.coefficient,
                        partial.word.empty() ? kNoExpr : product_word(partial.word));
  }
  return result;
}

std::optional<TreeReader::Combination> TreeReader::power(NodeId base, NodeId exponent) {
  const std::string_view sign = transposition(tree_, exponent);
  if (!sign.empty()) {
    const ExprId mark = pool_.call(call_name(FormulaOp::Symbol, sign), {});
    const auto raised = [&](ExprId word) {
      const std::array operands{word, mark};
      return pool_.call(call_name(FormulaOp::Superscript, ""), operands);
    };
    Combination terms = combination_of(base);
    // The conjugate of a coefficient is a different coefficient.
    if (sign != "⊤") return Combination{{pool_.leaf(Vocabulary::kOne), raised(expr(base))}};
    for (auto& [coefficient, word] : terms) {
      if (word == kNoExpr) continue;
      const bool twice = is_call(pool_, word, "sup:") && pool_.operand(word, 1) == mark;
      word = twice ? pool_.operand(word, 0) : raised(word);
    }
    return terms;
  }
  if (has_flaw(exponent) || !pool_.is_number(expr(exponent))) return std::nullopt;
  const auto times = pool_.value(expr(exponent)).to_int();
  if (!times || *times < 1 || *times > kMaxPower) return std::nullopt;
  const std::vector<NodeId> factors(static_cast<std::size_t>(*times), base);
  return matrix_product(factors);
}

std::optional<TreeReader::Combination> TreeReader::combine(NodeId id) {
  const auto children = tree_.children(id);
  const auto is_matrix = [&](NodeId child) { return combinations_.contains(child); };
  if (children.empty() || std::ranges::none_of(children, is_matrix)) return std::nullopt;
  const FormulaOp op = tree_.op(id);
  if ((op == FormulaOp::Power || op == FormulaOp::Superscript) && children.size() == 2) {
    return is_matrix(children[0]) ? power(children[0], children[1]) : std::nullopt;
  }
  if (!std::ranges::all_of(children, [&](NodeId child) { return may_be_combined(child); })) {
    return std::nullopt;
  }
  const auto scaled = [&](Combination terms, const Rational& by) {
    for (auto& [coefficient, word] : terms) {
      const ExprId factor = pool_.number(by);
      coefficient = pool_.head(coefficient) == Vocabulary::kOne
                        ? factor
                        : pool_.make(Op::Multiply, {factor, coefficient});
    }
    return terms;
  };
  switch (op) {
    case FormulaOp::Plus:
    case FormulaOp::Minus: {
      if (op == FormulaOp::Minus && children.size() > 2) return std::nullopt;
      Combination sum = combination_of(children[0]);
      for (const NodeId child : children.subspan(1)) {
        const Combination more = op == FormulaOp::Minus
                                     ? scaled(combination_of(child), Rational(-1))
                                     : combination_of(child);
        sum.insert(sum.end(), more.begin(), more.end());
      }
      if (sum.size() > kMaxWords) return std::nullopt;
      return sum;
    }
    case FormulaOp::Negate:
      return scaled(combination_of(children[0]), Rational(-1));
    case FormulaOp::Times:
    case FormulaOp::CartesianProduct:
      return matrix_product(children);
    case FormulaOp::Divide: {
      if (children.size() != 2 || is_matrix(children[1])) return std::nullopt;
      Combination terms = combination_of(children[0]);
      for (auto& [coefficient, word] : terms) {
        coefficient = pool_.make(Op::Divide, {coefficient, expr(children[1])});
      }
      return terms;
    }
    default:
      return std::nullopt;
  }
}

TreeReader::Reading TreeReader::combined(NodeId id, Combination terms) {
  ExprId sum = kNoExpr;
  for (const auto& [coefficient, word] : terms) {
    ExprId term = coefficient;
    if (word != kNoExpr) {
      term = pool_.head(coefficient) == Vocabulary::kOne
                 ? word
                 : pool_.make(Op::Multiply, {coefficient, word});
    }
    sum = sum == kNoExpr ? term : pool_.make(Op::Add, {sum, term});
  }
  combinations_[id] = std::move(terms);
  return Reading{sum, Flaw::NotNumber, id};
}

// mathbf{x}_n: the subscript remains a part that can be renamed, and its letters do not commute.
TreeReader::Reading TreeReader::matrix_with_subscript(NodeId id) {
  const auto children = tree_.children(id);
  ExprId below = expr(children[1]);
  if (tree_.op(children[1]) == FormulaOp::Times) below = letters(children[1]);
  const std::array operands{expr(children[0]), below};
  return matrix_atom(id, pool_.call(call_name(FormulaOp::Subscript, ""), operands));
}

}  // namespace noether::algebra
