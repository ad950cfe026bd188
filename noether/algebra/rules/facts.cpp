#include "noether/algebra/rules/facts.h"

#include <algorithm>
#include <cmath>

#include "noether/algebra/expression/fold.h"
#include "noether/base/mix.h"

namespace noether::algebra {
namespace {

constexpr std::size_t kMaxFoldedOperands = 2;

// A value of the variable at one of the guard points: inside (0, 1), the domain of the inverse
// functions; above 1, the domain of acosh and similar functions; and negative. The variables differ
// by a fixed hash, so that no two of them are equal or simply related.
double guard_value(Head variable, std::size_t point) {
  const std::uint64_t h =
      base::mixed_bits((variable.index() + 1) * base::kGoldenRatio + point * base::kSecondRatio);
  const double unit = static_cast<double>(h >> 40) * 0x1p-24;
  switch (point) {
    case 0:
      return 0.21 + 0.7 * unit;
    case 1:
      return 1.13 + 1.7 * unit;
    default:
      return -0.32 - 2.1 * unit;
  }
}

// The same value, moved into the range that the variable is assumed to be in.
double guard_value(Head variable, std::size_t point, const Range& range) {
  const double value = guard_value(variable, point);
  if (range.lo <= value && value <= range.hi && !range.integer) return value;
  const double size = std::abs(value);
  double moved = 0;
  if (std::isinf(range.lo) && std::isinf(range.hi)) {
    moved = value;
  } else if (std::isinf(range.hi)) {
    moved = range.lo + size;
  } else if (std::isinf(range.lo)) {
    moved = range.hi - size;
  } else {
    moved = range.lo + (range.hi - range.lo) * std::fmod(size, 1.0);
  }
  if (!range.integer) return moved;
  return std::clamp(std::floor(moved * 7), range.lo, range.hi);
}

// Operators that give real numbers for real operands wherever they are defined, in the complex
// field too.
bool stays_real(Op op) {
  switch (op) {
    case Op::Divide:
    case Op::Tan:
    case Op::Sec:
    case Op::Csc:
    case Op::Cot:
    case Op::Csch:
    case Op::Coth:
    case Op::Gamma:
    case Op::Factorial:
    case Op::Floor:
    case Op::Ceil:
    case Op::Min:
    case Op::Max:
      return true;
    default:
      return false;
  }
}

// Operators defined at every complex operand.
bool is_entire(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Sqrt:
    case Op::Abs:
    case Op::Exp:
    case Op::Sin:
    case Op::Cos:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Asin:
    case Op::Acos:
    case Op::Asinh:
    case Op::Acosh:
    case Op::Sign:
      return true;
    default:
      return false;
  }
}

bool keeps_nonzero(Op op) {
  switch (op) {
    case Op::Multiply:
    case Op::Sqrt:
    case Op::Abs:
    case Op::Sign:
      return true;
    default:
      return false;
  }
}

}  // namespace

void FactMaker::assume(Head variable, const Range& range) { assumed_[variable.index()] = range; }

Facts FactMaker::of_number(Head head) const {
  Facts facts;
  facts.leaf = head;
  facts.range = range_of(vocabulary_->value(head));
  facts.at.fill(facts.range);
  return facts;
}

Facts FactMaker::of_variable(Head head) const {
  Facts facts;
  facts.leaf = head;
  facts.variables = variable_bit(head);
  const auto assumed = assumed_.find(head.index());
  const bool is_assumed = assumed != assumed_.end();
  facts.range = is_assumed ? assumed->second : everything();
  facts.real = is_assumed || !complex_;
  for (std::size_t i = 0; i < Facts::kPoints; ++i) {
    facts.at[i] =
        complex_ ? everything(Defined::Sometimes)
                 : range_of(is_assumed ? guard_value(head, i, facts.range) : guard_value(head, i));
  }
  return facts;
}

Range FactMaker::complex_range(Op op, std::span<const Facts* const> operands, bool& real) const {
  const bool all_real = std::ranges::all_of(operands, [](const Facts* f) { return f->real; });
  const bool all_total =
      std::ranges::all_of(operands, [](const Facts* f) { return f->is_total(); });
  const bool all_nonzero =
      std::ranges::all_of(operands, [](const Facts* f) { return f->range.nonzero; });
  if (all_real && op != Op::I && op != Op::Call) {
    std::array<Range, 4> ranges;
    std::ranges::transform(operands, ranges.begin(), [](const Facts* f) { return f->range; });
    const Range range = range_of(op, std::span(ranges).first(operands.size()));
    if (range.defined == Defined::Always || stays_real(op)) {
      real = true;
      return range;
    }
  }
  real = op == Op::Abs;
  Range range = everything(Defined::Sometimes);
  if (real) range.lo = 0;
  const bool whole_power = op == Op::Power && operands[1]->is_number() &&
                           vocabulary_->value(operands[1]->leaf).is_integer();
  range.nonzero = op == Op::I || op == Op::Exp || (keeps_nonzero(op) && all_nonzero) ||
                  (op == Op::Divide && operands[0]->range.nonzero) ||
                  (whole_power && operands[0]->range.nonzero);
  const bool defined =
      op == Op::I || is_entire(op) || (op == Op::Divide && operands[1]->range.nonzero) ||
      (op == Op::Ln && all_nonzero) ||
      (whole_power && (operands[0]->range.nonzero || operands[1]->range.positive()));
  if (defined && all_total) range.defined = Defined::Always;
  return range;
}

Facts FactMaker::of(Head head, std::span<const Facts* const> operands) const {
  const Op op = head.op();
  if (op == Op::Number) return of_number(head);
  if (op == Op::Variable) return of_variable(head);

  if (operands.size() <= kMaxFoldedOperands && !operands.empty() &&
      std::ranges::all_of(operands, [](const Facts* f) { return f->is_number(); })) {
    std::array<const Rational*, kMaxFoldedOperands> values;
    std::ranges::transform(operands, values.begin(),
                           [&](const Facts* f) { return &vocabulary_->value(f->leaf); });
    if (const auto value = fold(op, std::span(values).first(operands.size()))) {
      return of_number(vocabulary_->number(*value));
    }
  }

  Facts facts;
  for (const Facts* operand : operands) facts.variables |= operand->variables;
  // The prime of y', or a sum: the variables on which it depends do not occur in it. See
  // call_names.h.
  if (op == Op::Call && vocabulary_->function_name(head).find(':') != std::string_view::npos) {
    facts.variables = ~std::uint64_t{0};
  }
  if (complex_) {
    facts.range = complex_range(op, operands, facts.real);
    facts.at.fill(everything(Defined::Sometimes));
    return facts;
  }
  std::array<Range, 4> ranges;
  if (operands.size() > ranges.size()) {  // only uninterpreted calls have this many
    facts.range = everything(Defined::Sometimes);
    facts.at.fill(facts.range);
    return facts;
  }
  // Nearly all nodes are of these two kinds, and saturation spends much of its time here. Each
  // range is constructed in place, because copying freshly written bytes is slow.
  static_assert(Facts::kPoints == 3);
  if (const auto unary = unary_range(op)) {
    const auto apply = [&](const Range& x) {
      return x.defined == Defined::Never ? never() : unary(x);
    };
    const Facts& a = *operands[0];
    return {.variables = facts.variables,
            .range = apply(a.range),
            .at = {{apply(a.at[0]), apply(a.at[1]), apply(a.at[2])}}};
  }
  if (const auto binary = binary_range(op)) {
    const auto apply = [&](const Range& x, const Range& y) {
      return x.defined == Defined::Never || y.defined == Defined::Never ? never() : binary(x, y);
    };
    const Facts& a = *operands[0];
    const Facts& b = *operands[1];
    return {.variables = facts.variables,
            .range = apply(a.range, b.range),
            .at = {{apply(a.at[0], b.at[0]), apply(a.at[1], b.at[1]), apply(a.at[2], b.at[2])}}};
  }
  const auto inputs = std::span(ranges).first(operands.size());
  std::ranges::transform(operands, ranges.begin(), [](const Facts* f) { return f->range; });
  facts.range = range_of(op, inputs);
  for (std::size_t i = 0; i < Facts::kPoints; ++i) {
    std::ranges::transform(operands, ranges.begin(), [i](const Facts* f) { return f->at[i]; });
    facts.at[i] = range_of(op, inputs);
  }
  return facts;
}

namespace {

bool meet(const Range& x, const Range& y, bool same_domain, Range& both) {
  const double lo = std::max(x.lo, y.lo);
  const double hi = std::min(x.hi, y.hi);
  if (x.defined == y.defined && lo < hi && !x.integer && !y.integer) {  // nearly always so
    both = {lo, hi, x.defined, x.nonzero || y.nonzero || lo > 0 || hi < 0, false};
    return true;
  }
  if (same_domain || x.defined == y.defined) {
    const auto common = intersect(x, y);
    if (common) both = *common;
    return common.has_value();
  }
  // The facts of one side about its values say nothing about the values of the other.
  both = x.defined > y.defined ? x : y;
  return true;
}

}  // namespace

bool join(const Facts& a, const Facts& b, bool same_domain, Facts& both) {
  if (a.is_number() && b.is_number() && a.leaf != b.leaf) return false;
  // Rules that widen domains could give any value to an expression without values, such as 0/0.
  if (!same_domain && (a.range.defined == Defined::Never) != (b.range.defined == Defined::Never)) {
    return false;
  }
  // A number is more informative than a variable, which may differ between the two.
  both.leaf = b.is_number() || a.leaf == Facts::kNoLeaf ? b.leaf : a.leaf;
  both.real = a.real || b.real;
  both.variables = a.variables & b.variables;
  if (!meet(a.range, b.range, same_domain, both.range)) return false;
  for (std::size_t i = 0; i < Facts::kPoints; ++i) {
    if (!meet(a.at[i], b.at[i], same_domain, both.at[i])) return false;
  }
  return true;
}

}  // namespace noether::algebra
