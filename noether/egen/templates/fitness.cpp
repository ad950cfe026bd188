#include "noether/egen/templates/fitness.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::egen {
namespace {

using algebra::Defined;
using algebra::ExprId;
using algebra::Op;
using algebra::Range;

// The maximal size of a derivative in an expression for a corpus.
constexpr std::size_t kMaxDerivativeNodes = 4096;

bool has_no_value(Op op) {
  return op == Op::I || op == Op::Call || op == Op::Derivative || op == Op::Integral ||
         op == Op::DefiniteIntegral;
}

// Halfway between multiples of 1/6, plus a small offset that differs between variables: x - y = 0
// and 2x = pi hold at no point. The strides are coprime to the number of points.
double coordinate(std::size_t point, std::size_t variable) {
  constexpr std::size_t strides[] = {1, 17, 23, 37, 41, 53, 7, 11};
  const std::size_t place = (point * strides[variable % 8] + 19 * variable) % FitnessCheck::kPoints;
  const double shift = 0.0137 + 0.0011 * static_cast<double>(variable);
  return (static_cast<double>(place) + 0.5) / 6 - 5 + shift;
}

}  // namespace

bool FitnessCheck::load(ExprId root) {
  if (algebra::contains(pool_, root, Op::Derivative)) {
    // A derivative exists only where its function does, even if its formula is defined elsewhere:
    // zero times the function has no value there.
    for (const ExprId id : algebra::subexpressions(pool_, root)) {
      if (pool_.op(id) != Op::Derivative) continue;
      const ExprId nothing =
          pool_.make(Op::Multiply, {pool_.number(algebra::Rational(0)), pool_.operand(id, 1)});
      root = pool_.make(Op::Add, {root, nothing});
    }
    root = algebra::eliminate_derivatives(pool_, root, kMaxDerivativeNodes);
  }
  variables_ = algebra::variables_of(pool_, root);
  const std::vector<ExprId> ids = algebra::subexpressions(pool_, root);
  std::unordered_map<ExprId, std::size_t> place;
  steps_.clear();
  for (const ExprId id : ids) {
    if (has_no_value(pool_.op(id))) return false;
    Step step{.head = pool_.head(id)};
    for (const ExprId operand : pool_.operands(id)) step.operands.push_back(place[operand]);
    step.variable =
        static_cast<std::size_t>(std::ranges::find(variables_, step.head) - variables_.begin());
    place[id] = steps_.size();
    steps_.push_back(std::move(step));
  }
  return true;
}

Range FitnessCheck::value_at(std::size_t point) {
  ranges_.resize(steps_.size());
  std::vector<Range> operands;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.head.op() == Op::Variable) {
      ranges_[i] = algebra::range_of(coordinate(point, step.variable));
    } else if (step.head.op() == Op::Number) {
      ranges_[i] = algebra::range_of(pool_.vocabulary().value(step.head));
    } else {
      operands.clear();
      for (const std::size_t operand : step.operands) operands.push_back(ranges_[operand]);
      ranges_[i] = algebra::range_of(step.head.op(), operands);
    }
  }
  return ranges_.back();
}

bool FitnessCheck::is_near(std::size_t point) const {
  for (std::size_t variable = 0; variable < variables_.size(); ++variable) {
    if (std::abs(coordinate(point, variable)) > kNear) return false;
  }
  return true;
}

std::optional<Unfit> FitnessCheck::check(ExprId root, Demands demands) {
  if (!load(root)) return Unfit::Unknown;
  std::size_t usable = 0;
  std::size_t near = 0;
  std::size_t usable_near = 0;
  std::size_t large = 0;
  std::size_t small = 0;
  std::optional<Range> common;  // of all values: absent if two of them differ
  bool differs = false;
  for (std::size_t point = 0; point < kPoints; ++point) {
    const Range value = value_at(point);
    const bool is_near_point = is_near(point);
    if (is_near_point) ++near;
    if (value.defined != Defined::Always) continue;
    const double size = std::max(std::abs(value.lo), std::abs(value.hi));
    if (size > kLargest) {
      ++large;
      continue;
    }
    if (size < kSmallest && size != 0) {
      ++small;
      continue;
    }
    // A wide range does not count as a value.
    if (value.hi - value.lo > 1e-3 * std::max(1.0, size)) continue;
    ++usable;
    if (is_near_point) ++usable_near;
    common = common ? algebra::intersect(*common, value) : std::optional(value);
    if (!common) differs = true;
  }
  if (large > kMostExtreme) return Unfit::Extreme;
  if (usable < kLeastUsable) return small > usable ? Unfit::Extreme : Unfit::Undefined;
  if (demands.near && usable_near * kNearShare < near) return Unfit::Undefined;
  if (!demands.may_be_constant && !differs) return Unfit::Constant;
  return std::nullopt;
}

using algebra::ExprId;

// Writes the tokens with the operands of commutative operators in byte order.
std::string InitialFilter::twin_form(ExprId root) const {
  std::string text = pool_.vocabulary().name(pool_.head(root));
  std::vector<std::string> operands;
  for (const ExprId operand : pool_.operands(root)) operands.push_back(twin_form(operand));
  if (algebra::is_commutative(pool_.op(root))) std::ranges::sort(operands);
  for (const std::string& operand : operands) text += ' ' + operand;
  return text;
}

std::optional<Unfit> InitialFilter::judge(const Candidate& candidate, std::string& prefix) {
  const ExprId root = candidate.expression;
  if (pool_.op(root) == algebra::Op::Variable) return Unfit::Bare;
  if (algebra::tree_size(pool_, root, candidate.max_tokens + 1) > candidate.max_tokens) {
    return Unfit::Long;
  }
  auto text = algebra::write_expression(formula::Notation::Prefix, pool_, root);
  if (!text) return Unfit::Unreadable;
  prefix = *std::move(text);
  // A fraction is one node but three tokens.
  if (std::ranges::count(prefix, ' ') >= candidate.max_tokens) return Unfit::Long;
  const base::Digest text_digest = base::digest_of(prefix);
  if (texts_.contains(text_digest)) return Unfit::Repeated;
  const base::Digest twin_digest = base::digest_of(twin_form(root));
  if (twins_.contains(twin_digest)) return Unfit::Twin;
  if (const auto unfit = fitness_.check(root, candidate.demands)) return unfit;
  if (!values_.insert(fingerprints_.fingerprint(root, algebra::Names::Keep)).second) {
    return Unfit::Equal;
  }
  texts_.insert(text_digest);
  twins_.insert(twin_digest);
  return std::nullopt;
}

std::optional<Unfit> InitialFilter::take(const Candidate& candidate, const std::string& origin) {
  std::string prefix;
  const auto unfit = judge(candidate, prefix);
  if (unfit) {
    drop(*unfit);
    return unfit;
  }
  ++candidates_;
  taken_.push_back({std::move(prefix), origin});
  return std::nullopt;
}

InitialList InitialFilter::finish() {
  InitialList list;
  list.expressions = std::move(taken_);
  list.candidates = candidates_;
  for (std::size_t i = 0; i < kUnfitCount; ++i) {
    if (dropped_[i] != 0) list.dropped.push_back({static_cast<Unfit>(i), dropped_[i]});
  }
  return list;
}

}  // namespace noether::egen
