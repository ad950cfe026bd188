#include "noether/index/features/operator_paths.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "noether/base/utf8.h"
#include "noether/index/features/feature.h"

namespace noether::index {
namespace {

using formula::Op;

// Small numbers, which are never keys of operators. The order is stored in indexes: add at the end.
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

namespace {

using formula::NodeId;
using formula::Op;

constexpr std::uint32_t kNoStep = 0xFFFFFFFFu;

// The class of a leaf on a path: number, variable, or the symbol itself.
std::uint64_t leaf_class(const formula::OperatorTree& tree, NodeId node) {
  const Op op = tree.op(node);
  return op == Op::Symbol ? extend_key(operator_key(op), key_of(tree.label(node)))
                          : operator_key(op);
}

std::uint64_t symbol_of(Op op, std::string_view label) {
  return extend_key(operator_key(op), key_of(label));
}

}  // namespace

void OperatorPathReader::add_leaf(NodeId node, std::uint64_t kind, std::uint64_t symbol,
                                  std::uint32_t parent, std::size_t operand, OperatorPaths& out) {
  if (out.leaves.size() >= kMaxPathLeaves) return;
  const auto leaf = static_cast<std::uint16_t>(out.leaves.size());
  out.leaves.push_back({symbol, node});
  std::uint64_t key = kind;
  std::uint64_t written = 0;
  std::size_t from = operand;
  std::size_t length = 0;
  if (parent == kNoStep) out.prefixes.push_back({key, 0, leaf, 0});
  for (std::uint32_t at = parent; at != kNoStep && length < kMaxPathLength;) {
    const Step& step = steps_[at];
    written = extend_key(written, step.written);
    if (!step.silent) {
      key = extend_key(key, step.apart ? extend_key(step.token, from + 1) : step.token);
      out.prefixes.push_back({key, static_cast<std::uint32_t>(written), leaf, step.top});
      ++length;
    }
    // A negation stands for its operand: the path continues from the place of the negation.
    from = step.operand;
    at = step.parent;
  }
}

void OperatorPathReader::read(const formula::OperatorTree& tree, OperatorPaths& out) {
  out.clear();
  steps_.clear();
  pending_.clear();
  if (tree.empty()) return;
  pending_.push_back({tree.root(), kNoStep, 0});
  while (!pending_.empty()) {
    const Visit visit = pending_.back();
    pending_.pop_back();
    const Op op = tree.op(visit.node);
    if (op == Op::Missing) continue;
    const auto children = tree.children(visit.node);
    const std::string_view label = tree.label(visit.node);
    if (children.empty()) {
      add_leaf(visit.node, leaf_class(tree, visit.node), symbol_of(op, label), visit.parent,
               visit.operand, out);
      continue;
    }
    if (out.tops.size() >= kMaxPathLeaves) continue;
    Step step;
    step.silent = op == Op::Negate;
    step.apart = keeps_operands_apart(op);
    step.token = path_class(op, label);
    const bool letter_call = is_letter_call(op, label);
    step.written = letter_call ? step.token : symbol_of(op, label);
    step.parent = visit.parent;
    step.operand = visit.operand;
    step.top = static_cast<std::uint16_t>(out.tops.size());
    if (!step.silent) out.tops.push_back(visit.node);
    const auto number = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
    if (letter_call) {
      add_leaf(visit.node, operator_key(Op::Variable), symbol_of(Op::Variable, label), number, 0,
               out);
    }
    // In reverse, so that leaves are numbered from the left.
    for (std::size_t i = children.size(); i-- > 0;) {
      pending_.push_back({children[i], number, static_cast<std::uint32_t>(i)});
    }
  }
}

}  // namespace noether::index
