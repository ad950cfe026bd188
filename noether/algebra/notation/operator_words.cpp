#include "noether/algebra/notation/operator_words.h"

#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/notation/matrix_names.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/formula/operators.h"

namespace noether::algebra {
namespace {

using FormulaOp = formula::Op;

constexpr std::array kWords = std::to_array<std::pair<FormulaOp, std::string_view>>({
    {FormulaOp::Variable, "matrices and vectors"},
    {FormulaOp::Text, "words"},
    {FormulaOp::EmptySet, "sets"},
    {FormulaOp::DoubleFactorial, "double factorials"},
    {FormulaOp::Percent, "percentages"},
    {FormulaOp::Modulo, "remainders"},
    {FormulaOp::Compose, "compositions of functions"},
    {FormulaOp::CartesianProduct, "products of sets"},
    {FormulaOp::Subscript, "members of sequences"},
    {FormulaOp::Superscript, "upper indices"},
    {FormulaOp::PlusMinus, "values of two signs (\\pm)"},
    {FormulaOp::MinusPlus, "values of two signs (\\mp)"},
    {FormulaOp::Over, "marks above letters"},
    {FormulaOp::Under, "marks below letters"},
    {FormulaOp::Prescript, "indices before letters"},
    {FormulaOp::Prime, "derivatives"},
    {FormulaOp::Apply, "functions without a name"},
    {FormulaOp::Norm, "norms"},
    {FormulaOp::Determinant, "determinants"},
    {FormulaOp::InnerProduct, "inner products"},
    {FormulaOp::Derivative, "derivatives"},
    {FormulaOp::PartialDerivative, "derivatives"},
    {FormulaOp::Differential, "differentials"},
    {FormulaOp::PartialSymbol, "differentials"},
    {FormulaOp::Integral, "integrals"},
    {FormulaOp::DoubleIntegral, "integrals"},
    {FormulaOp::TripleIntegral, "integrals"},
    {FormulaOp::ContourIntegral, "integrals"},
    {FormulaOp::Sum, "sums"},
    {FormulaOp::Product, "products over an index"},
    {FormulaOp::Coproduct, "coproducts"},
    {FormulaOp::BigUnion, "sets"},
    {FormulaOp::BigIntersection, "sets"},
    {FormulaOp::Limit, "limits"},
    {FormulaOp::LimitSuperior, "limits"},
    {FormulaOp::LimitInferior, "limits"},
    {FormulaOp::Supremum, "suprema"},
    {FormulaOp::Infimum, "infima"},
    {FormulaOp::Maximum, "maxima"},
    {FormulaOp::Minimum, "minima"},
    {FormulaOp::EvaluatedAt, "values between bounds"},
    {FormulaOp::Set, "sets"},
    {FormulaOp::SetBuilder, "sets"},
    {FormulaOp::Tuple, "tuples"},
    {FormulaOp::List, "lists"},
    {FormulaOp::Phrase, "words"},
    {FormulaOp::Interval, "intervals"},
    {FormulaOp::Delimited, "brackets of this kind"},
    {FormulaOp::Enclosed, "frames"},
    {FormulaOp::Matrix, "matrices"},
    {FormulaOp::MatrixRow, "matrices"},
    {FormulaOp::Cases, "case distinctions"},
    {FormulaOp::Lines, "several lines"},
    {FormulaOp::Fragments, "formulas side by side"},
});

bool is_arithmetic(FormulaOp op) {
  return op == FormulaOp::Plus || op == FormulaOp::Minus || op == FormulaOp::Negate ||
         op == FormulaOp::Times || op == FormulaOp::Divide || op == FormulaOp::Power ||
         op == FormulaOp::Root;
}

struct NamedMark {
  std::string_view label;
  std::string_view words;
};
// Accents are functions of the part below them.
constexpr auto kMarks = std::to_array<NamedMark>({
    {"¯", "bars above (\\bar)"},
    {"^", "hats (\\hat)"},
    {"~", "tildes (\\tilde)"},
    {"˙", "dots above (\\dot)"},
    {"¨", "dots above (\\ddot)"},
    {"ˇ", "checks (\\check)"},
    {"˘", "breves (\\breve)"},
    {"ℜ", "real parts (\\Re)"},
    {"ℑ", "imaginary parts (\\Im)"},
    {"⋯", "sums and products with dots (\\cdots)"},
    {"…", "sums and products with dots (\\dots)"},
    {"⋮", "dots (\\vdots)"},
    {"⋱", "dots (\\ddots)"},
    {"∇", "gradients (\\nabla)"},
});

std::string words_for(const OperatorName& name) {
  if (name.op == FormulaOp::Number ||
      (name.op == FormulaOp::Call && (name.label == "→" || is_bold(name.label)))) {
    return "matrices and vectors";
  }
  for (const NamedMark& mark : kMarks) {
    if (mark.label == name.label) return std::string(mark.words);
  }
  if (name.op == FormulaOp::Call) return "the function " + std::string(name.label);
  for (const auto& [op, words] : kWords) {
    if (op == name.op) return std::string(words);
  }
  const formula::OpInfo& info = formula::op_info(name.op);
  if (!name.label.empty()) return "the sign " + std::string(name.label);
  return "the sign " + std::string(info.latex.empty() ? info.name : info.latex);
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  std::size_t left = words.size();
  for (const std::string& one : words) {
    if (!text.empty()) text += left == 1 ? " and " : ", ";
    text += one;
    --left;
  }
  return text;
}

class UnknownParts {
 public:
  explicit UnknownParts(const Expressions& pool) : pool_(pool) {}

  void collect(ExprId root) {
    std::vector<bool> seen(root + 1, false);
    std::vector<ExprId> open = {root};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      // The bounds of a sum are written as equations and infinities, and belong to the sum. The
      // same applies to the conditions of cases, and to the sign of an upper index.
      if (!has_parts_of_its_own(add(id))) continue;
      const auto operands = pool_.operands(id);
      open.insert(open.end(), operands.begin(), operands.end());
    }
  }

  std::string text() const { return joined(words_.empty() ? arithmetic_ : words_); }

 private:
  static bool has_parts_of_its_own(FormulaOp op) {
    return formula::op_info(op).klass != formula::OpClass::Big && op != FormulaOp::Cases &&
           op != FormulaOp::Superscript && op != FormulaOp::Apply;
  }

  FormulaOp add(ExprId id) {
    const Op op = pool_.op(id);
    if (op == Op::Integral || op == Op::DefiniteIntegral) words_.insert("integrals");
    if (op == Op::Derivative) words_.insert("derivatives");
    if (op != Op::Call) return FormulaOp::Call;
    const std::string name = pool_.vocabulary().name(pool_.head(id));
    // The derivative of an unknown function with respect to its first operand is D1:f.
    if (name.starts_with('D') && name.find(':') != std::string::npos) {
      words_.insert("the derivative of " + name.substr(name.find(':') + 1));
      return FormulaOp::Call;
    }
    const auto called = operator_of_call(name).value_or(OperatorName{FormulaOp::Call, name});
    (is_arithmetic(called.op) ? arithmetic_ : words_).insert(words_of(id, called));
    return called.op;
  }

  std::string words_of(ExprId id, const OperatorName& called) const {
    const auto operands = pool_.operands(id);
    if (called.op == FormulaOp::Superscript && operands.size() == 2) {
      return "the upper index " + index_text(operands[1]);
    }
    if (called.op == FormulaOp::Apply && !operands.empty()) {
      return "the function " + text(operands[0]);
    }
    if (called.op == FormulaOp::Prime) return text(id);
    return words_for(called);
  }

  // A sign is represented by itself.
  std::string index_text(ExprId id) const {
    if (pool_.op(id) != Op::Call || !pool_.operands(id).empty()) return text(id);
    const std::string name = pool_.vocabulary().name(pool_.head(id));
    const auto sign = operator_of_call(name);
    if (!sign) return text(id);
    if (!sign->label.empty()) return std::string(sign->label);
    const formula::OpInfo& info = formula::op_info(sign->op);
    return std::string(info.name.size() == 1 || info.latex.empty() ? info.name : info.latex);
  }

  std::string text(ExprId id) const { return expression_text(formula::Notation::Latex, pool_, id); }

  const Expressions& pool_;
  std::set<std::string> words_;
  // These are unknown only because of their operands, which are reported instead.
  std::set<std::string> arithmetic_;
};

}  // namespace

std::string words_for_unknown(const Expressions& pool, ExprId left, ExprId right) {
  UnknownParts parts(pool);
  parts.collect(left);
  parts.collect(right);
  return parts.text();
}

}  // namespace noether::algebra
