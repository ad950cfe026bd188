#include "noether/egen/verify/trial_points.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/algebra/numeric/critical_points.h"
#include "noether/base/hash.h"

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
// What is further out is left to the far points.
constexpr double kMaxCriticalSize = 1000;
constexpr double kBeside = 0x1p-10;
// Coordinates other than those of critical points have few digits, for those who read them.
constexpr double kGrain = 0x1p-12;
constexpr double kFineGrain = 0x1p-24;
constexpr double kFinestGrain = 0x1p-36;

// Where in a gap between critical places the first points lie.
constexpr std::array kGapShares = {0.4375, 0.1875, 0.8125, 0.0625, 0.9375};
constexpr std::array kSpecial = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0};
constexpr std::array kFar = {0.01171875, 12.3125, -0.01171875, -12.3125, 97.1875, -97.1875};

double round_to(double value, double grain) { return std::round(value / grain) * grain; }

// Multiples of an irrational number, modulo one, fill the interval evenly; every variable has a
// number of its own: the square roots of primes.
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
  // The solved variable comes last.
  for (const auto& point : algebra::critical_points(arena, root, heads, kMaxCritical)) {
    const auto& [head, solution] = point.coordinates.back();
    sampler_.load(arena, solution);
    if (!sampler_.variables().empty()) continue;
    const algebra::Range range = sampler_.ranges({})[0];
    if (range.defined != algebra::Defined::Always) continue;
    const double place = round_to(range.lo / 2 + range.hi / 2, kFinestGrain);
    if (!(std::abs(place) < kMaxCriticalSize)) continue;
    const auto v = static_cast<std::size_t>(std::ranges::find(heads, head) - heads.begin());
    // Equations with even powers have both solutions, and the solver names one.
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
  double seventh = 3;  // the solver puts the others at 3/7, 5/7, ...
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

}  // namespace noether::egen
