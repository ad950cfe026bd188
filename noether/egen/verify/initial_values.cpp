#include "noether/egen/verify/initial_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/algebra/expression/differentiate.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {
namespace {

using algebra::Defined;
using algebra::ExprId;
using algebra::kBatch;
using algebra::Op;
using algebra::Range;

constexpr std::size_t kUndefinedPoints = 8;
// Points of one kind that are taken before the others have had their share.
constexpr std::array<std::size_t, 6> kShares = {12, 8, 4, 4, 4, 0};
// Balls are slow: how often they are asked.
constexpr int kValueRefinements = 24;
constexpr slong kBits = 128;
// Values that others can compute and print, too; other points are taken for want of these.
constexpr double kLargest = 1e9;
constexpr double kSmallest = 1e-9;
constexpr std::size_t kValueNodes = 1 << 14;

bool is_moderate(const Range& range) {
  const double size = std::max(std::abs(range.lo), std::abs(range.hi));
  return size == 0 || (size >= kSmallest && size <= kLargest);
}

bool is_good(const Range& range) { return is_sharp(range) && is_moderate(range); }

Range range_of_ball(const algebra::Value& value) {
  if (value.definedness == algebra::Definedness::Undefined) return algebra::never();
  if (!value.defined() || !value.ball.is_finite()) return algebra::everything(Defined::Sometimes);
  if (value.exact.is_zero()) return algebra::range_of(0.0);
  arf_t bound;
  arf_init(bound);
  arb_get_lbound_arf(bound, value.ball.real(), kBits);
  const double lo = arf_get_d(bound, ARF_RND_FLOOR);
  arb_get_ubound_arf(bound, value.ball.real(), kBits);
  const double hi = arf_get_d(bound, ARF_RND_CEIL);
  arf_clear(bound);
  return algebra::make_range(lo, hi, Defined::Always);
}

}  // namespace

bool is_sharp(const Range& range, double width) {
  if (range.defined != Defined::Always) return false;
  return range.hi - range.lo <= width * std::max(std::abs(range.lo), std::abs(range.hi));
}

bool has_own_value(const algebra::Sampler& sampler) {
  return !sampler.mentions(Op::Call) && !sampler.mentions(Op::Derivative) &&
         !sampler.mentions(Op::Integral) && !sampler.mentions(Op::DefiniteIntegral);
}

void load_without_derivatives(const algebra::Expressions& pool, ExprId root,
                              algebra::Expressions& arena, algebra::Sampler& sampler) {
  sampler.load(pool, root);
  if (!sampler.mentions(Op::Derivative)) return;
  // Passes over an expression take time by the size of its pool, so they get a small one.
  if (arena.size() > kValueNodes) arena = algebra::Expressions(arena.vocabulary());
  arena.clear();
  root = algebra::eliminate_derivatives(arena, sampler.copy_into(arena));
  sampler.load(arena, root);
}

algebra::Rational exact_coordinate(double coordinate) {
  return {static_cast<std::int64_t>(std::llround(coordinate * 0x1p36)), std::int64_t{1} << 36};
}

std::uint32_t InitialValues::place_of(algebra::Head variable) const {
  const auto at = std::ranges::find(variables_, variable);
  if (at == variables_.end()) return algebra::kNoExpr;
  return static_cast<std::uint32_t>(at - variables_.begin());
}

double InitialValues::plain_value(std::span<const double> coordinates) {
  batch_.clear();
  for (const std::uint32_t place : places_) batch_.push_back(coordinates[place]);
  return sampler_.plain_value(batch_);
}

void InitialValues::set(const algebra::Expressions& pool, ExprId initial,
                        algebra::Expressions& arena) {
  variables_ = algebra::variables_of(pool, initial);
  load_without_derivatives(pool, initial, arena, sampler_);
  is_numeric_ = has_own_value(sampler_);
  points_.clear();
  defined_ = 0;
  places_.clear();
  for (const algebra::Head variable : sampler_.variables()) places_.push_back(place_of(variable));
  coordinates_.assign(variables_.size() * kMaxPoints, 0);
  if (is_numeric_) choose(arena);
  balls_.reset();
}

void InitialValues::measure(Candidates& candidates) {
  const std::size_t all = candidates.points.size();
  candidates.used.assign(all, false);
  candidates.values.clear();
  batch_.resize(std::max<std::size_t>(1, places_.size() * kBatch));
  for (std::size_t first = 0; first < all; first += kBatch) {
    const std::size_t count = std::min(kBatch, all - first);
    for (std::size_t v = 0; v < places_.size(); ++v) {
      for (std::size_t k = 0; k < kBatch; ++k) {
        const TrialPoint& point = candidates.points[first + std::min(k, count - 1)];
        batch_[v * kBatch + k] = point.coordinates[places_[v]];
      }
    }
    const auto& values = sampler_.ranges(batch_);
    candidates.values.insert(candidates.values.end(), values.begin(),
                             values.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

void InitialValues::take(Candidates& candidates, std::size_t i) {
  candidates.used[i] = true;
  const TrialPoint& point = candidates.points[i];
  for (std::size_t v = 0; v < point.coordinates.size(); ++v) {
    coordinates_[v * kMaxPoints + points_.size()] = point.coordinates[v];
  }
  points_.push_back({point.kind, candidates.values[i]});
  if (candidates.values[i].defined == Defined::Always) ++defined_;
}

void InitialValues::refine(algebra::Expressions& arena, Candidates& candidates, std::size_t i) {
  Range& value = candidates.values[i];
  if (is_sharp(value) || value.defined == Defined::Never || refinements_ == 0) return;
  --refinements_;
  ++refined_;
  if (!balls_) balls_.emplace(arena, std::initializer_list<ExprId>{sampler_.copy_into(arena)});
  algebra::Point at;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const double coordinate = candidates.points[i].coordinates[v];
    at.coordinates.emplace_back(variables_[v], arena.number(exact_coordinate(coordinate)));
  }
  balls_->evaluate(at, algebra::Field::Real, kBits);
  value = range_of_ball(balls_->value());
}

// Every kind its share of good points and of points without a value. Places where something
// happens are worth the balls that they may need.
void InitialValues::take_shares(algebra::Expressions& arena, Candidates& candidates) {
  std::array<std::size_t, kShares.size()> taken{};
  std::size_t undefined = 0;
  for (std::size_t i = 0; i < candidates.points.size() && points_.size() < kMaxPoints; ++i) {
    const PointKind kind = candidates.points[i].kind;
    std::size_t& share = taken[static_cast<std::size_t>(kind)];
    if (share >= kShares[static_cast<std::size_t>(kind)]) continue;
    const bool is_place = kind == PointKind::Special || kind == PointKind::Boundary;
    if (is_place || variables_.empty()) refine(arena, candidates, i);
    if (candidates.values[i].defined == Defined::Never) {
      if (undefined >= kUndefinedPoints) continue;
      ++undefined;
    } else if (!is_good(candidates.values[i])) {
      continue;
    }
    ++share;
    take(candidates, i);
  }
}

void InitialValues::fill(Candidates& candidates, const auto& is_wanted) {
  for (std::size_t i = 0; i < candidates.points.size(); ++i) {
    if (defined_ >= kDefinedPoints || points_.size() == kMaxPoints) return;
    if (!candidates.used[i] && is_wanted(i)) take(candidates, i);
  }
}

void InitialValues::choose(algebra::Expressions& arena) {
  arena.clear();
  balls_.reset();
  refinements_ = kValueRefinements;
  Candidates candidates;
  candidates.points = trial_points_.around(arena, sampler_.copy_into(arena), variables_);
  measure(candidates);
  take_shares(arena, candidates);
  fill(candidates, [&](std::size_t i) { return is_good(candidates.values[i]); });
  if (defined_ < kDefinedPoints && !variables_.empty()) {
    candidates.points = trial_points_.wide();
    measure(candidates);
    fill(candidates, [&](std::size_t i) { return is_good(candidates.values[i]); });
    fill(candidates, [&](std::size_t i) { return is_sharp(candidates.values[i]); });
  }
  fill(candidates, [&](std::size_t i) {
    refine(arena, candidates, i);
    return is_sharp(candidates.values[i]);
  });
}

}  // namespace noether::egen
