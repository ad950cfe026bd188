#include "noether/egen/trial_points.h"

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
constexpr std::size_t kMaxCritical = 24;
constexpr double kReach = 5;
constexpr double kWideReach = 40;
// What is further out is left to the far points.
constexpr double kMaxCriticalSize = 1000;
constexpr double kBeside = 0x1p-10;
// Coordinates other than those of critical points have few digits, for those who read them.
constexpr double kGrain = 0x1p-12;
constexpr double kFinestGrain = 0x1p-36;

constexpr std::array kSpecial = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0};
constexpr std::array kFar = {0.01171875, 12.3125, -0.01171875, -12.3125, 97.1875, -97.1875};

double round_to(double value, double grain) { return std::round(value / grain) * grain; }

// Multiples of an irrational number, modulo one, fill the interval evenly; every variable has a
// number of its own: the square roots of primes.
double spread(std::size_t number, std::size_t variable) {
  static constexpr std::array kPrimes = {5.0, 2.0, 3.0, 7.0, 11.0, 13.0, 17.0, 19.0};
  const double step = std::sqrt(kPrimes[variable % kPrimes.size()]) / 2 +
                      0.137 * static_cast<double>(variable / kPrimes.size());
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
  if (variables.empty()) {
    points.push_back({});
    return points;
  }
  const std::size_t count = variables.size();
  for (std::size_t i = 0; i < kOrdinary; ++i) {
    TrialPoint& point = points.emplace_back();
    for (std::size_t v = 0; v < count; ++v) point.coordinates.push_back(spread(i, v, kReach));
  }
  add_fitted(arena, root, variables, points);
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

std::vector<TrialPoint> TrialPoints::wide(std::size_t variables) const {
  std::vector<TrialPoint> points;
  for (std::size_t i = 0; i < kWide && variables > 0; ++i) {
    TrialPoint& point = points.emplace_back(PointKind::Wide);
    const double reach = i % 4 == 3 ? kWideReach : i % 4 == 2 ? 1.5 : kReach;
    for (std::size_t v = 0; v < variables; ++v) {
      point.coordinates.push_back(spread(kOrdinary + i, v, reach));
    }
  }
  return points;
}

void TrialPoints::add_fitted(algebra::Expressions& arena, ExprId root,
                             std::span<const Head> variables, std::vector<TrialPoint>& points) {
  const std::vector<Head> heads(variables.begin(), variables.end());
  const auto critical = algebra::critical_points(arena, root, heads, kMaxCritical);
  // The solved variable comes last; the others are wherever the solver put them.
  std::vector<std::vector<double>> places(heads.size());
  for (const algebra::Point& point : critical) {
    const auto& [head, solution] = point.coordinates.back();
    sampler_.load(arena, solution);
    if (!sampler_.variables().empty()) continue;
    const algebra::Range range = sampler_.ranges({})[0];
    if (range.defined != algebra::Defined::Always) continue;
    const double place = round_to(range.lo / 2 + range.hi / 2, kFinestGrain);
    if (!(std::abs(place) < kMaxCriticalSize)) continue;
    auto& of_variable =
        places[static_cast<std::size_t>(std::ranges::find(heads, head) - heads.begin())];
    // Equations with even powers have both solutions, and the solver names one.
    of_variable.push_back(place);
    of_variable.push_back(-place);
  }
  std::vector<double> inner;
  std::vector<double> edges;
  for (std::size_t v = 0; v < heads.size(); ++v) {
    std::vector<double>& at = places[v];
    if (at.empty()) continue;
    std::ranges::sort(at);
    at.erase(std::unique(at.begin(), at.end(),
                         [](double a, double b) { return std::abs(a - b) < kGrain; }),
             at.end());
    inner.clear();
    edges.clear();
    for (const double share : {0.4375, 0.1875, 0.8125, 0.0625, 0.9375}) {
      for (std::size_t i = 0; i + 1 < at.size(); ++i) {
        const double place = at[i] + (at[i + 1] - at[i]) * share;
        inner.push_back(round_to(place, std::min(kGrain, 0x1p-24)));
      }
      inner.push_back(round_to(at.front() - 2 * share, kGrain));
      inner.push_back(round_to(at.back() + 2 * share, kGrain));
    }
    for (const double place : at) {
      for (const double step : {0.0, kBeside, -kBeside}) edges.push_back(place + step);
    }
    const auto add = [&](PointKind kind, double place, std::size_t number) {
      TrialPoint& point = points.emplace_back(kind);
      double seventh = 3;  // the solver puts the others at 3/7, 5/7, ...
      for (std::size_t w = 0; w < heads.size(); ++w) {
        const double solved_at = round_to((w == v ? 0 : seventh) / 7, kFinestGrain);
        const double other = number % 2 == 0 ? solved_at : spread(number, w, 2);
        point.coordinates.push_back(w == v ? place : other);
        if (w != v) seventh += 2;
      }
    };
    for (std::size_t i = 0; i < inner.size(); ++i) add(PointKind::Fitted, inner[i], i);
    for (std::size_t i = 0; i < edges.size(); ++i) add(PointKind::Boundary, edges[i], 0);
  }
}

}  // namespace noether::egen
