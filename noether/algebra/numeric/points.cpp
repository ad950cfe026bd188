#include "noether/algebra/numeric/points.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/algebra/numeric/evaluate.h"

namespace noether::algebra {
namespace {

using AssumptionKind = VariableAssumption::Kind;

constexpr slong kCoordinateBits = 128;
constexpr int kCoordinateTries = 64;
constexpr int kMantissaBits = 40;

// Random numbers use only the generator's bits: the standard's distributions and the mathematical
// library differ between machines.
std::uint64_t below(std::mt19937_64& random, std::uint64_t bound) { return random() % bound; }
bool one_in(std::mt19937_64& random, std::uint64_t n) { return below(random, n) == 0; }

Rational power_of_two(int exponent) {
  const Rational power(std::int64_t{1} << std::abs(exponent));
  return exponent < 0 ? Rational(1) / power : power;
}

// In [1, 2), a multiple of 2^-40.
Rational mantissa(std::mt19937_64& random) {
  const auto one = std::int64_t{1} << kMantissaBits;
  return {one + static_cast<std::int64_t>(random() >> (64 - kMantissaBits)), one};
}

constexpr std::array kOctaves = {-7, -6, -5, -4, -3, -2, -2, -1, -1, -1, -1, -1, 0,
                                 0,  0,  0,  0,  1,  1,  1,  2,  2,  3,  4,  5};

// Positive, from 1e-2 to 1e2, most of them near 1; one in three a fraction of small numbers.
Rational draw_magnitude(std::mt19937_64& random) {
  if (one_in(random, 3)) {
    return {static_cast<std::int64_t>(1 + below(random, 12)),
            static_cast<std::int64_t>(1 + below(random, 12))};
  }
  // In separate statements, because compilers differ in the order of evaluation of operands.
  const Rational digits = mantissa(random);
  return digits * power_of_two(kOctaves[below(random, kOctaves.size())]);
}

Rational draw_natural(std::mt19937_64& random) {
  return {static_cast<std::int64_t>(below(random, one_in(random, 8) ? 1000 : 12))};
}

Rational draw(AssumptionKind kind, std::mt19937_64& random) {
  const Rational magnitude =
      kind == AssumptionKind::Integer ? draw_natural(random) : draw_magnitude(random);
  return one_in(random, 2) ? -magnitude : magnitude;
}

// A rational number near the value of a constant; nothing if the value is not a real number.
std::optional<Rational> nearby(const Expressions& pool, ExprId constant) {
  BallEvaluator evaluator(pool, {constant});
  evaluator.evaluate({}, Field::Real, kCoordinateBits);
  const Value& value = evaluator.value();
  if (!value.defined()) return std::nullopt;
  if (value.exact.is_rational()) return value.exact.rational();
  arf_srcptr middle = arb_midref(value.ball.real());
  if (!value.ball.is_finite() || arf_cmpabs_2exp_si(middle, kCoordinateBits) > 0)
    return std::nullopt;
  if (arf_cmpabs_2exp_si(middle, -kCoordinateBits) < 0) return Rational();
  Rational near;
  arf_get_fmpq(near.raw(), middle);
  return near;
}

}  // namespace

CoordinateSource::CoordinateSource(Expressions& pool, const VariableAssumption& assumption)
    : pool_(&pool), assumption_(assumption) {
  const bool bounded = assumption.lower != kNoExpr || assumption.upper != kNoExpr;
  if (bounded && assumption.kind == AssumptionKind::Complex)
    assumption_.kind = AssumptionKind::Real;
  if (assumption.lower != kNoExpr) lower_ = nearby(pool, assumption.lower).value_or(Rational());
  if (assumption.upper != kNoExpr) upper_ = nearby(pool, assumption.upper).value_or(Rational());
  if (bounded) add_special_near_bounds();
  add_special_reals();
  if (assumption_.kind == AssumptionKind::Complex) add_special_complex();
}

void CoordinateSource::add_special(ExprId value) {
  if (std::ranges::find(special_, value) == special_.end() && certainly_within(value)) {
    special_.push_back(value);
  }
}

ExprId CoordinateSource::shifted(ExprId bound, const Rational& distance) {
  if (pool_->is_number(bound)) return pool_->number(pool_->value(bound) + distance);
  if (distance.is_zero()) return bound;
  return pool_->make(Op::Add, {bound, pool_->number(distance)});
}

void CoordinateSource::add_special_near_bounds() {
  const bool integer = assumption_.kind == AssumptionKind::Integer;
  const std::array distances = {Rational(),       Rational(1), Rational(1, 2),
                                Rational(1, 100), Rational(2), Rational(10)};
  for (const Rational& distance : distances) {
    if (integer && !distance.is_integer()) continue;
    for (const auto& [bound, near, outward] :
         {std::tuple{assumption_.lower, &lower_, 1}, std::tuple{assumption_.upper, &upper_, -1}}) {
      if (bound == kNoExpr) continue;
      const Rational step = outward > 0 ? distance : -distance;
      if (integer) {
        add_special(pool_->number((outward > 0 ? near->ceil() : near->floor()) + step));
      } else {
        add_special(shifted(bound, step));
      }
    }
  }
  if (assumption_.lower == kNoExpr || assumption_.upper == kNoExpr || integer) return;
  for (const int quarter : {2, 1, 3}) {
    add_special(pool_->number(lower_ + (upper_ - lower_) * Rational(quarter, 4)));
  }
}

void CoordinateSource::add_special_reals() {
  const auto number = [&](std::int64_t p, std::int64_t q) {
    if (assumption_.kind == AssumptionKind::Integer && q != 1) return;
    add_special(pool_->number(Rational(p, q)));
  };
  // p/q * pi.
  const auto angle = [&](std::int64_t p, std::int64_t q) {
    if (assumption_.kind == AssumptionKind::Integer) return;
    const ExprId pi = pool_->leaf(Op::Pi);
    const ExprId multiple =
        p == 1 ? pi : pool_->make(Op::Multiply, {pool_->number(Rational(p)), pi});
    add_special(q == 1 ? multiple
                       : pool_->make(Op::Divide, {multiple, pool_->number(Rational(q))}));
  };
  number(0, 1);
  number(1, 1);
  number(-1, 1);
  number(2, 1);
  number(-2, 1);
  number(1, 2);
  number(-1, 2);
  angle(1, 2);
  angle(1, 1);
  angle(-1, 2);
  angle(1, 4);
  if (assumption_.kind != AssumptionKind::Integer) add_special(pool_->leaf(Op::E));
  number(3, 1);
  number(-3, 1);
  angle(-1, 1);
  angle(-1, 4);
  angle(1, 3);
  angle(3, 2);
  angle(1, 6);
  angle(2, 1);
  number(10, 1);
  number(-10, 1);
  number(1, 100);
  number(-1, 100);
  number(100, 1);
  number(-100, 1);
  number(4, 1);
  number(5, 1);
  number(-4, 1);
  number(-5, 1);
}

void CoordinateSource::add_special_complex() {
  std::vector<ExprId> reals;
  reals.swap(special_);
  const auto complex = [&](const Rational& re, const Rational& im) {
    const ExprId i = pool_->leaf(Op::I);
    const ExprId part = im.is_one() ? i : pool_->make(Op::Multiply, {pool_->number(im), i});
    add_special(re.is_zero() ? part : pool_->make(Op::Add, {pool_->number(re), part}));
  };
  complex({0}, {1});
  complex({0}, {-1});
  for (const std::int64_t re : {1, -1}) {
    for (const std::int64_t im : {1, -1}) complex({re}, {im});
  }
  complex({0}, {2});
  complex({0}, {-2});
  complex({0}, {1, 2});
  complex({0}, {-1, 2});
  // Both sides of the real axis, where most cuts are, and both sides of the imaginary one.
  for (const std::int64_t far : {-2, 2}) {
    for (const std::int64_t side : {1, -1}) {
      complex({far}, {side, 10});
      complex({side, 10}, {far});
    }
  }
  complex({-1, 2}, {1, 10});
  complex({-1, 2}, {-1, 10});
  const ExprId pi_i = pool_->make(Op::Multiply, {pool_->leaf(Op::Pi), pool_->leaf(Op::I)});
  add_special(pi_i);
  add_special(pool_->make(Op::Divide, {pi_i, pool_->number(Rational(2))}));
  add_special(pool_->negate(pi_i));
  // One complex value after each real one, as long as both lists last.
  std::vector<ExprId> complexes;
  complexes.swap(special_);
  for (std::size_t i = 0; i < std::max(reals.size(), complexes.size()); ++i) {
    if (i < reals.size()) special_.push_back(reals[i]);
    if (i < complexes.size()) special_.push_back(complexes[i]);
  }
}

bool CoordinateSource::certainly_within(ExprId value) const {
  const auto in_order = [&](ExprId low, ExprId high, bool open) {
    if (low == kNoExpr || high == kNoExpr) return true;
    if (pool_->is_number(low) && pool_->is_number(high)) {
      const auto order = pool_->value(low) <=> pool_->value(high);
      return order < 0 || (order == 0 && !open);
    }
    BallEvaluator evaluator(*pool_, {low, high});
    evaluator.evaluate({}, Field::Real, kCoordinateBits);
    if (!evaluator.value(0).defined() || !evaluator.value(1).defined()) return false;
    const Order order = compare(evaluator.value(0), evaluator.value(1));
    return order == Order::Less || (order == Order::Equal && !open);
  };
  return in_order(assumption_.lower, value, assumption_.lower_open) &&
         in_order(value, assumption_.upper, assumption_.upper_open);
}

Rational CoordinateSource::draw_within(std::mt19937_64& random) const {
  const bool integer = assumption_.kind == AssumptionKind::Integer;
  const bool from_below = assumption_.lower != kNoExpr;
  if (from_below && assumption_.upper != kNoExpr) {
    const Rational share = one_in(random, 3)
                               ? Rational(static_cast<std::int64_t>(1 + below(random, 11)), 12)
                               : mantissa(random) - Rational(1);
    const Rational inner = lower_ + (upper_ - lower_) * share;
    return integer ? inner.ceil() : inner;
  }
  const Rational distance = integer ? draw_natural(random) : draw_magnitude(random);
  if (from_below) return (integer ? lower_.ceil() : lower_) + distance;
  return (integer ? upper_.floor() : upper_) - distance;
}

ExprId CoordinateSource::random(std::mt19937_64& random) {
  if (assumption_.kind == AssumptionKind::Complex) {
    const ExprId real = pool_->number(draw(AssumptionKind::Real, random));
    if (one_in(random, 8)) return real;
    const ExprId imaginary = pool_->make(
        Op::Multiply, {pool_->number(draw(AssumptionKind::Real, random)), pool_->leaf(Op::I)});
    return one_in(random, 8) ? imaginary : pool_->make(Op::Add, {real, imaginary});
  }
  const bool bounded = assumption_.lower != kNoExpr || assumption_.upper != kNoExpr;
  for (int i = 0; i < kCoordinateTries; ++i) {
    // Wide bounds admit the usual values; narrow ones need values made for them.
    const bool usual = !bounded || i % 2 == 0;
    const ExprId value =
        pool_->number(usual ? draw(assumption_.kind, random) : draw_within(random));
    if (certainly_within(value)) return value;
  }
  return kNoExpr;
}

namespace {

constexpr int kPointTries = 1000;
constexpr std::size_t kMaxGrid = 64;
constexpr std::size_t kGridStride = 37;

VariableAssumption assumption_of(const Assumptions& assumptions, Head variable, Field field) {
  using Kind = VariableAssumption::Kind;
  const auto found =
      std::ranges::find(assumptions.variables, variable, &VariableAssumption::variable);
  VariableAssumption assumption;
  if (found != assumptions.variables.end()) {
    assumption = *found;
  } else {
    assumption.kind = Kind::Complex;
  }
  if (field != Field::Complex && assumption.kind == Kind::Complex) assumption.kind = Kind::Real;
  return assumption;
}

}  // namespace

PointSource::PointSource(Expressions& pool, std::vector<Head> variables, Field field,
                         Assumptions assumptions, std::uint64_t seed)
    : variables_(std::move(variables)), assumptions_(std::move(assumptions)), random_(seed) {
  for (const Head variable : variables_) {
    sources_.emplace_back(pool, assumption_of(assumptions_, variable, field));
  }
  plan_special_points();
}

void PointSource::plan_special_points() {
  std::size_t longest = 0;
  for (const CoordinateSource& source : sources_) {
    if (source.special().empty()) return;
    longest = std::max(longest, source.special().size());
  }
  if (variables_.size() < 2) {
    const std::size_t count = variables_.empty() ? 1 : longest;
    for (std::size_t i = 0; i < count; ++i) recipes_.push_back({Mixture::Equal, i});
    return;
  }
  // The widest grid that is small enough.
  const auto grid_size = [&](std::size_t side) {
    std::size_t size = 1;
    for (std::size_t i = 0; i < variables_.size() && size <= kMaxGrid; ++i) size *= side;
    return size;
  };
  while (grid_size(grid_side_ + 1) <= kMaxGrid) ++grid_side_;
  if (grid_side_ == 1) grid_side_ = 2;
  for (std::size_t i = 0; i < std::max(kMaxGrid, longest); ++i) {
    // An odd stride visits all points of a grid of 64 in an order that changes every coordinate.
    if (i < kMaxGrid) recipes_.push_back({Mixture::Grid, i * kGridStride % kMaxGrid});
    if (i >= longest) continue;
    recipes_.push_back({Mixture::Equal, i});
    recipes_.push_back({Mixture::Apart, i});
    recipes_.push_back({Mixture::Ends, i});
  }
}

Point PointSource::special(const Recipe& recipe) const {
  Point point;
  std::size_t grid = recipe.number;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const auto& values = sources_[v].special();
    std::size_t choice = recipe.number;
    switch (recipe.mixture) {
      case Mixture::Grid:
        choice = grid % grid_side_;
        grid /= grid_side_;
        break;
      case Mixture::Equal:
        break;
      case Mixture::Apart:
        choice += v * 7 + 1;
        break;
      case Mixture::Ends:
        if (v % 2 == 1) choice = values.size() - 1 - choice % values.size();
        break;
    }
    point.coordinates.emplace_back(variables_[v], values[choice % values.size()]);
  }
  return point;
}

std::optional<Point> PointSource::random() {
  Point point;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const ExprId value = sources_[v].random(random_);
    if (value == kNoExpr) return std::nullopt;
    point.coordinates.emplace_back(variables_[v], value);
  }
  return point;
}

std::optional<Point> PointSource::next() {
  for (int i = 0; i < kPointTries; ++i) {
    std::optional<Point> point;
    if (given_ < recipes_.size()) {
      point = special(recipes_[given_++]);
    } else if (!variables_.empty()) {
      point = random();
    }
    if (!point) return std::nullopt;
    if (!assumptions_.accepts || assumptions_.accepts(*point)) return point;
  }
  return std::nullopt;
}

}  // namespace noether::algebra
