#include "noether/egen/verify/initial_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/numeric/critical_points.h"
#include "noether/base/hash.h"
#include "noether/egen/verify/verifier.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::Head;

constexpr std::size_t kOrdinary = 24;
constexpr std::size_t kWide = 160;
constexpr std::size_t kDense = 16;  // points in every gap between critical places
constexpr std::size_t kMaxCritical = 24;
constexpr double kReach = 5;
constexpr double kNarrowReach = 1.5;
constexpr double kWideReach = 40;
// Larger coordinates are left to the far points.
constexpr double kMaxCriticalSize = 1000;
constexpr double kBeside = 0x1p-10;
// Coordinates other than those of critical points have few digits, for readability.
constexpr double kGrain = 0x1p-12;
constexpr double kFineGrain = 0x1p-24;
constexpr double kFinestGrain = 0x1p-36;

// The positions of the first points in a gap between critical places.
constexpr std::array kGapShares = {0.4375, 0.1875, 0.8125, 0.0625, 0.9375};
constexpr std::array kSpecial = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0};
constexpr std::array kFar = {0.01171875, 12.3125, -0.01171875, -12.3125, 97.1875, -97.1875};

double round_to(double value, double grain) { return std::round(value / grain) * grain; }

// Multiples of an irrational number, modulo one, fill the interval evenly. Every variable has its
// own number: the square root of a prime.
double spread(std::size_t number, std::size_t variable) {
  static constexpr std::array kPrimes = {5.0, 2.0, 3.0, 7.0, 11.0, 13.0, 17.0, 19.0};
  const std::size_t round = variable / kPrimes.size();
  const double step =
      std::sqrt(kPrimes[variable % kPrimes.size()]) / 2 + 0.137 * static_cast<double>(round);
  const double place = (static_cast<double>(number) + 0.31) * step;
  return place - std::floor(place);
}

double spread(std::size_t number, std::size_t variable, double reach) {
  return round_to(-reach + 2 * reach * spread(number, variable), kGrain) + kGrain / 2;
}

}  // namespace

double stray_coordinate(std::string_view name, std::size_t point) {
  return spread(point + base::digest_of(name).low % 1000, 1, kReach);
}

std::vector<TrialPoint> TrialPoints::around(algebra::Expressions& arena, ExprId root,
                                            std::span<const Head> variables) {
  std::vector<TrialPoint> points;
  find_critical(arena, root, variables);
  if (variables.empty()) {
    points.push_back({});
    return points;
  }
  const std::size_t count = variables.size();
  for (std::size_t i = 0; i < kOrdinary; ++i) {
    TrialPoint& point = points.emplace_back();
    for (std::size_t v = 0; v < count; ++v) point.coordinates.push_back(spread(i, v, kReach));
  }
  for (std::size_t v = 0; v < count; ++v) add_fitted(v, kGapShares, points);
  for (std::size_t v = 0; v < count; ++v) add_boundaries(v, points);
  for (std::size_t i = 0; i < kSpecial.size(); ++i) {
    points.push_back({PointKind::Special, std::vector<double>(count, kSpecial[i])});
    if (count == 1) continue;
    TrialPoint& mixed = points.emplace_back(PointKind::Special);
    for (std::size_t v = 0; v < count; ++v) {
      mixed.coordinates.push_back(kSpecial[(i + v * 4) % kSpecial.size()]);
    }
  }
  for (std::size_t i = 0; i < kFar.size(); ++i) {
    TrialPoint& point = points.emplace_back(PointKind::Far);
    for (std::size_t v = 0; v < count; ++v) {
      point.coordinates.push_back(kFar[(i + v) % kFar.size()] * (1 + static_cast<double>(v) / 16));
    }
  }
  return points;
}

std::vector<TrialPoint> TrialPoints::wide() const {
  std::vector<TrialPoint> points;
  const std::size_t variables = critical_.size();
  std::array<double, kDense> shares{};
  for (std::size_t i = 0; i < kDense; ++i) shares[i] = spread(i, 0);
  for (std::size_t v = 0; v < variables; ++v) add_fitted(v, shares, points);
  for (std::size_t i = 0; i < kWide && variables > 0; ++i) {
    TrialPoint& point = points.emplace_back(PointKind::Wide);
    const double reach = i % 4 == 3 ? kWideReach : i % 4 == 2 ? kNarrowReach : kReach;
    for (std::size_t v = 0; v < variables; ++v) {
      point.coordinates.push_back(spread(kOrdinary + i, v, reach));
    }
  }
  return points;
}

void TrialPoints::find_critical(algebra::Expressions& arena, ExprId root,
                                std::span<const Head> variables) {
  const std::vector<Head> heads(variables.begin(), variables.end());
  critical_.assign(heads.size(), {});
  // The solved variable is the last one.
  for (const auto& point : algebra::critical_points(arena, root, heads, kMaxCritical)) {
    const auto& [head, solution] = point.coordinates.back();
    sampler_.load(arena, solution);
    if (!sampler_.variables().empty()) continue;
    const algebra::Range range = sampler_.ranges({})[0];
    if (range.defined != algebra::Defined::Always) continue;
    const double place = round_to(range.lo / 2 + range.hi / 2, kFinestGrain);
    if (!(std::abs(place) < kMaxCriticalSize)) continue;
    const auto v = static_cast<std::size_t>(std::ranges::find(heads, head) - heads.begin());
    // Equations with even powers have both solutions, but the solver returns one.
    critical_[v].push_back(place);
    critical_[v].push_back(-place);
  }
  for (std::vector<double>& places : critical_) {
    std::ranges::sort(places);
    const auto repeated =
        std::ranges::unique(places, [](double a, double b) { return std::abs(a - b) < kGrain; });
    places.erase(repeated.begin(), repeated.end());
  }
}

void TrialPoints::add(PointKind kind, std::size_t variable, double place, std::size_t number,
                      std::vector<TrialPoint>& points) const {
  TrialPoint& point = points.emplace_back(kind);
  double seventh = 3;  // the solver sets the others to 3/7, 5/7, ...
  for (std::size_t v = 0; v < critical_.size(); ++v) {
    if (v == variable) {
      point.coordinates.push_back(place);
      continue;
    }
    const bool as_solved = number % 2 == 0;
    point.coordinates.push_back(as_solved ? round_to(seventh / 7, kFinestGrain)
                                          : spread(number, v, kNarrowReach));
    seventh += 2;
  }
}

void TrialPoints::add_fitted(std::size_t variable, std::span<const double> shares,
                             std::vector<TrialPoint>& points) const {
  const std::vector<double>& places = critical_[variable];
  if (places.empty()) return;
  std::size_t number = 0;
  const auto add_at = [&](double place) {
    add(PointKind::Fitted, variable, round_to(place, kFineGrain), number++, points);
  };
  for (const double share : shares) {
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      add_at(places[i] + (places[i + 1] - places[i]) * share);
    }
    add_at(places.front() - 2 * share);
    add_at(places.back() + 2 * share);
  }
}

void TrialPoints::add_boundaries(std::size_t variable, std::vector<TrialPoint>& points) const {
  for (const double step : {0.0, kBeside, -kBeside}) {
    for (const double place : critical_[variable]) {
      add(PointKind::Boundary, variable, place + step, 0, points);
    }
  }
}

namespace {

using algebra::Defined;
using algebra::ExprId;
using algebra::kBatch;
using algebra::Op;
using algebra::Range;

constexpr std::size_t kUndefinedPoints = 8;
// The number of points of each kind that are taken first.
constexpr std::array<std::size_t, 6> kShares = {12, 8, 4, 4, 4, 0};
// Balls are slow: the limit on their uses.
constexpr int kValueRefinements = 24;
constexpr slong kBits = 128;
// The largest value that other programs can compute and print, too; points beyond it are taken only
// if there are no others.
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
  // The time of a pass over an expression depends on the size of its pool, so a small pool is used.
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

// Takes from every kind its share of good points and of points without a value. Critical places are
// worth the balls that they may need.
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
