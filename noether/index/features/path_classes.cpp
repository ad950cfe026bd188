#include "noether/index/features/path_classes.h"

#include <algorithm>
#include <array>

#include "noether/base/utf8.h"
#include "noether/index/features/feature_key.h"

namespace noether::index {
namespace {

using formula::Op;

// Small numbers, which no key of an operator is. The order is stored in indexes: add at the end.
enum Class : std::uint64_t {
  kOwn = 0,  // an operator without a class is its own
  kSum,
  kPower,
  kEquality,
  kInequality,
  kMembership,
  kInclusion,
  kArrow,
  kIntegral,
  kBig,
  kLimit,
  kDerivative,
  kCall,
  kTrigonometric,
  kLogarithm,
  kQuantifier,
  kImplication,
  kDivisibility,
  kSequence,
};

Class class_of(Op op) {
  switch (op) {
    case Op::Plus:
    case Op::Minus:
    case Op::PlusMinus:
    case Op::MinusPlus:
      return kSum;
    case Op::Power:
    case Op::Superscript:
      return kPower;
    case Op::Equal:
    case Op::NotEqual:
    case Op::Equivalent:
    case Op::Congruent:
    case Op::Approx:
    case Op::Isomorphic:
    case Op::Similar:
    case Op::SimilarEqual:
    case Op::Assign:
    case Op::Chain:
      return kEquality;
    case Op::Less:
    case Op::Greater:
    case Op::LessEqual:
    case Op::GreaterEqual:
    case Op::MuchLess:
    case Op::MuchGreater:
      return kInequality;
    case Op::In:
    case Op::NotIn:
    case Op::Contains:
      return kMembership;
    case Op::Subset:
    case Op::SubsetEqual:
    case Op::ProperSubset:
    case Op::NotSubset:
    case Op::NotSubsetEqual:
    case Op::Superset:
    case Op::SupersetEqual:
      return kInclusion;
    case Op::To:
    case Op::MapsTo:
      return kArrow;
    case Op::Implies:
    case Op::ImpliedBy:
    case Op::Iff:
      return kImplication;
    case Op::Integral:
    case Op::DoubleIntegral:
    case Op::TripleIntegral:
    case Op::ContourIntegral:
      return kIntegral;
    case Op::Sum:
    case Op::Product:
    case Op::Coproduct:
    case Op::BigUnion:
    case Op::BigIntersection:
    case Op::BigOperator:
      return kBig;
    case Op::Limit:
    case Op::LimitSuperior:
    case Op::LimitInferior:
    case Op::Supremum:
    case Op::Infimum:
    case Op::Maximum:
    case Op::Minimum:
      return kLimit;
    case Op::Derivative:
    case Op::PartialDerivative:
      return kDerivative;
    case Op::Log:
      return kLogarithm;
    case Op::ForAll:
    case Op::Exists:
    case Op::ExistsUnique:
    case Op::NotExists:
      return kQuantifier;
    case Op::Divides:
    case Op::NotDivides:
      return kDivisibility;
    case Op::List:
    case Op::Tuple:
      return kSequence;
    default:
      return kOwn;
  }
}

constexpr std::array kOperatorKeys = {
#define NOETHER_OP(id, name, ...) key_of(name),
#include "noether/formula/operators.def"
#undef NOETHER_OP
};

// Sorted.
constexpr std::array<std::string_view, 24> kTrigonometricNames = {
    "arccos", "arccosh", "arccot", "arcsin", "arcsinh", "arctan", "arctanh", "arg",
    "cos",    "cosh",    "cot",    "coth",   "csc",     "csch",   "sec",     "sech",
    "sen",    "sin",     "sinc",   "sinh",   "tan",     "tanh",   "tg",      "th"};
static_assert(std::ranges::is_sorted(kTrigonometricNames));

}  // namespace

std::uint64_t operator_key(Op op) { return kOperatorKeys[static_cast<std::size_t>(op)]; }

bool is_letter_call(Op op, std::string_view label) {
  if (op != Op::Call || label.empty()) return false;
  return base::decode_code_point(label).bytes.size() == label.size();
}

std::uint64_t path_class(Op op, std::string_view label) {
  if (op == Op::Call) {
    if (is_letter_call(op, label)) return kCall;
    if (std::ranges::binary_search(kTrigonometricNames, label)) return kTrigonometric;
    if (label == "ln" || label == "lg" || label == "exp") return kLogarithm;
    return key_of(label);
  }
  if (const Class klass = class_of(op); klass != kOwn) return klass;
  return op_info(op).labelled ? extend_key(operator_key(op), key_of(label)) : operator_key(op);
}

bool keeps_operands_apart(Op op) {
  switch (op) {
    case Op::Divide:
    case Op::Power:
    case Op::Superscript:
    case Op::Subscript:
    case Op::Over:
    case Op::Under:
    case Op::Prescript:
    case Op::Prime:
    case Op::Root:
    case Op::Binomial:
    case Op::Modulo:
    case Op::Derivative:
    case Op::PartialDerivative:
    case Op::Log:
      return true;
    default:
      return op_info(op).klass == formula::OpClass::Big;
  }
}

}  // namespace noether::index
