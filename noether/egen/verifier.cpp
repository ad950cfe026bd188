#include "noether/egen/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "noether/algebra/differentiate.h"
#include "noether/algebra/fingerprint_sampler.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/egen/trial_points.h"

namespace noether::egen {
namespace {

using algebra::Defined;
using algebra::ExprId;
using algebra::Head;
using algebra::kBatch;
using algebra::Op;
using algebra::Outcome;
using algebra::Range;
using algebra::Verdict;

constexpr std::size_t kAllPoints = 32;
constexpr std::size_t kUndefinedPoints = 8;
// Points of one kind that are compared before the others have had their share.
constexpr std::array<std::size_t, 6> kShares = {12, 8, 4, 4, 4, 0};
// Two values that agree to so many digits are taken for the same.
constexpr int kDigits = 12;
constexpr double kAgreement = 1e-12;
constexpr slong kMaxBits = 1024;
// Balls are slow: how often they are asked about one initial expression, and about one member.
constexpr int kInitialRefinements = 24;
constexpr int kMemberRefinements = 6;
// Values that others can compute and print, too; other points are taken for want of these.
constexpr double kLargest = 1e9;
constexpr double kSmallest = 1e-9;
// Decimals with as many digits as a double has differ from the fraction they stand for by this,
// relative to the numbers that cancel, which are taken to be about one or larger.
constexpr double kRounding = 1e-12;
// Errors of values smaller than this are measured against it.
constexpr double kPlainScale = 1e-3;
constexpr std::size_t kKeptNodes = 1 << 14;

bool is_sharp(const Range& range) {
  if (range.defined != Defined::Always) return false;
  return range.hi - range.lo <= kAgreement * std::max(std::abs(range.lo), std::abs(range.hi));
}

bool is_moderate(const Range& range) {
  const double size = std::max(std::abs(range.lo), std::abs(range.hi));
  return size == 0 || (size >= kSmallest && size <= kLargest);
}

double middle(const Range& range) { return range.lo / 2 + range.hi / 2; }

// Multiples of 2^-36.
algebra::Rational exact(double coordinate) {
  return {static_cast<std::int64_t>(std::llround(coordinate * 0x1p36)), std::int64_t{1} << 36};
}

// Whether the two values differ by no more than rounded decimals do.
bool is_rounding(const algebra::Value& a, const algebra::Value& b) {
  const double left = arf_get_d(arb_midref(a.ball.real()), ARF_RND_NEAR);
  const double right = arf_get_d(arb_midref(b.ball.real()), ARF_RND_NEAR);
  return std::abs(left - right) <= kRounding * std::max({1.0, std::abs(left), std::abs(right)});
}

bool has_own_value(const algebra::Sampler& sampler) {
  return !sampler.mentions(Op::Call) && !sampler.mentions(Op::Derivative) &&
         !sampler.mentions(Op::Integral) && !sampler.mentions(Op::DefiniteIntegral);
}

}  // namespace

struct ClusterVerifier::State {
  struct ComparedPoint {
    PointKind kind = PointKind::Ordinary;
    Range initial;  // sharp, or never()
  };

  explicit State(algebra::Expressions& source) : pool(&source), arena(source.vocabulary()) {}

  void load(algebra::Sampler& sampler, ExprId root);
  void choose_points();
  void measure(std::span<const TrialPoint> candidates, std::vector<Range>& ranges);
  void take(const TrialPoint& point, const Range& range);
  Range refine_initial(const TrialPoint& point);
  std::uint32_t place_of(Head variable) const;
  double coordinate(std::size_t variable, std::size_t point) const;
  algebra::Comparison compare(std::size_t point);
  bool settle(std::size_t point, const Range& member, MemberCheck& check);
  void refute(std::size_t point, const algebra::Comparison& comparison, MemberCheck& check);

  algebra::Expressions* pool;
  algebra::Expressions arena;  // for what derivatives become, and for balls
  algebra::Sampler initial;
  algebra::Sampler member;
  TrialPoints trial_points;

  bool numeric = false;
  std::vector<ComparedPoint> points;
  // Of the initial expression as it is written: in d x 14x there is an x.
  std::vector<Head> variables;
  std::vector<std::uint32_t> initial_places;  // among them, of the variables that are left of them
  std::vector<double> coordinates;            // [variable][kAllPoints]
  std::size_t defined = 0;

  // Of the member that is checked.
  std::vector<std::uint32_t> places;  // of its variables; kNoExpr when it alone has them
  std::vector<double> batch;
  std::optional<algebra::BallEvaluator> balls;
  int refinements = 0;
  bool narrower = false;
  bool wider = false;
  bool compared_domain = false;
  std::vector<std::uint32_t> shared;  // points
  std::uint64_t refined = 0;
};

void ClusterVerifier::State::load(algebra::Sampler& sampler, ExprId root) {
  balls.reset();
  sampler.load(*pool, root);
  if (!sampler.mentions(Op::Derivative)) return;
  // Passes over an expression take time by the size of its pool, so they get a small one.
  if (arena.size() > kKeptNodes) arena = algebra::Expressions(pool->vocabulary());
  arena.clear();
  root = algebra::eliminate_derivatives(arena, sampler.copy_into(arena));
  sampler.load(arena, root);
}

void ClusterVerifier::State::measure(std::span<const TrialPoint> candidates,
                                     std::vector<Range>& ranges) {
  batch.resize(std::max<std::size_t>(1, initial_places.size() * kBatch));
  ranges.clear();
  for (std::size_t first = 0; first < candidates.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, candidates.size() - first);
    for (std::size_t v = 0; v < initial_places.size(); ++v) {
      for (std::size_t k = 0; k < kBatch; ++k) {
        const TrialPoint& point = candidates[first + std::min(k, count - 1)];
        batch[v * kBatch + k] = point.coordinates[initial_places[v]];
      }
    }
    const auto& values = initial.ranges(batch);
    ranges.insert(ranges.end(), values.begin(),
                  values.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

void ClusterVerifier::State::take(const TrialPoint& point, const Range& range) {
  const std::size_t number = points.size();
  points.push_back({point.kind, range});
  for (std::size_t v = 0; v < point.coordinates.size(); ++v) {
    coordinates[v * kAllPoints + number] = point.coordinates[v];
  }
  if (range.defined == Defined::Always) ++defined;
}

// The range that balls give; Sometimes when they do not tell either.
Range ClusterVerifier::State::refine_initial(const TrialPoint& point) {
  ++refined;
  if (!balls) {
    arena.clear();
    balls.emplace(arena, std::initializer_list<ExprId>{initial.copy_into(arena)});
  }
  algebra::Point at;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    at.coordinates.emplace_back(variables[v], arena.number(exact(point.coordinates[v])));
  }
  balls->evaluate(at, algebra::Field::Real, 2 * 64);
  const algebra::Value& value = balls->value();
  if (value.definedness == algebra::Definedness::Undefined) return algebra::never();
  if (!value.defined() || !value.ball.is_finite()) return algebra::everything(Defined::Sometimes);
  arf_t bound;
  arf_init(bound);
  arb_get_lbound_arf(bound, value.ball.real(), 64);
  const double lo = arf_get_d(bound, ARF_RND_FLOOR);
  arb_get_ubound_arf(bound, value.ball.real(), 64);
  const double hi = arf_get_d(bound, ARF_RND_CEIL);
  arf_clear(bound);
  if (value.exact.is_zero()) return algebra::range_of(0.0);
  return algebra::make_range(lo, hi, Defined::Always);
}

void ClusterVerifier::State::choose_points() {
  points.clear();
  defined = 0;
  arena.clear();
  const ExprId root = initial.copy_into(arena);
  initial_places.clear();
  for (const Head variable : initial.variables()) initial_places.push_back(place_of(variable));
  coordinates.assign(variables.size() * kAllPoints, 0);
  std::vector<TrialPoint> candidates = trial_points.around(arena, root, variables);
  std::vector<Range> ranges;
  measure(candidates, ranges);
  refinements = kInitialRefinements;
  const auto refine = [&](std::size_t i) {
    if (is_sharp(ranges[i]) || ranges[i].defined == Defined::Never || refinements == 0) return;
    --refinements;
    ranges[i] = refine_initial(candidates[i]);
  };
  // First every kind its share of good points, then what is left of good ones, then any.
  std::array<std::size_t, kShares.size()> taken{};
  std::vector<bool> used(candidates.size(), false);
  std::size_t undefined = 0;
  const auto is_good = [&](std::size_t i) { return is_sharp(ranges[i]) && is_moderate(ranges[i]); };
  for (std::size_t i = 0; i < candidates.size() && points.size() < kAllPoints; ++i) {
    const auto kind = static_cast<std::size_t>(candidates[i].kind);
    const bool is_place = candidates[i].kind == PointKind::Special ||
                          candidates[i].kind == PointKind::Boundary || variables.empty();
    if (is_place && taken[kind] < kShares[kind]) refine(i);
    if (ranges[i].defined == Defined::Never) {
      if (undefined >= kUndefinedPoints || taken[kind] >= kShares[kind]) continue;
      ++undefined;
    } else if (!is_good(i) || taken[kind] >= kShares[kind]) {
      continue;
    }
    ++taken[kind];
    used[i] = true;
    take(candidates[i], ranges[i]);
  }
  const auto fill = [&](const auto& wanted) {
    for (std::size_t i = 0; i < candidates.size() && points.size() < kAllPoints; ++i) {
      if (defined >= kDefinedPoints) return;
      if (used[i] || !wanted(i)) continue;
      used[i] = true;
      take(candidates[i], ranges[i]);
    }
  };
  fill(is_good);
  if (defined < kDefinedPoints && !variables.empty()) {
    candidates = trial_points.wide();
    measure(candidates, ranges);
    used.assign(candidates.size(), false);
    fill(is_good);
    fill([&](std::size_t i) { return is_sharp(ranges[i]); });
  }
  // What doubles are not sure of, balls may be.
  fill([&](std::size_t i) {
    refine(i);
    return is_sharp(ranges[i]);
  });
}

double ClusterVerifier::State::coordinate(std::size_t variable, std::size_t point) const {
  const std::uint32_t place = places[variable];
  if (place != algebra::kNoExpr) return coordinates[place * kAllPoints + point];
  return stray_coordinate(pool->vocabulary().variable_name(member.variables()[variable]), point);
}

std::uint32_t ClusterVerifier::State::place_of(Head variable) const {
  const auto at = std::ranges::find(variables, variable);
  if (at == variables.end()) return algebra::kNoExpr;
  return static_cast<std::uint32_t>(at - variables.begin());
}

algebra::Comparison ClusterVerifier::State::compare(std::size_t point) {
  ++refined;
  if (!balls) {
    if (arena.size() > kKeptNodes) arena = algebra::Expressions(pool->vocabulary());
    arena.clear();
    const ExprId left = initial.copy_into(arena);
    const ExprId right = member.copy_into(arena);
    balls.emplace(arena, std::initializer_list<ExprId>{left, right});
  }
  algebra::Point at;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    at.coordinates.emplace_back(variables[v],
                                arena.number(exact(coordinates[v * kAllPoints + point])));
  }
  for (std::size_t v = 0; v < member.variables().size(); ++v) {
    if (places[v] != algebra::kNoExpr) continue;
    at.coordinates.emplace_back(member.variables()[v], arena.number(exact(coordinate(v, point))));
  }
  return algebra::compare_at(*balls, at, algebra::Field::Real, kDigits, algebra::kNoDeadline,
                             kMaxBits);
}

void ClusterVerifier::State::refute(std::size_t point, const algebra::Comparison& comparison,
                                    MemberCheck& check) {
  check.verdict = Verdict::Refuted;
  check.by_rounding = is_rounding(balls->value(0), balls->value(1));
  check.point.clear();
  check.initial_value = comparison.left;
  check.member_value = comparison.right;
  for (int digits = 20; check.initial_value == check.member_value && digits <= 320; digits *= 2) {
    check.initial_value = algebra::value_text(balls->value(0), digits);
    check.member_value = algebra::value_text(balls->value(1), digits);
  }
  const auto& vocabulary = pool->vocabulary();
  const auto add = [&](Head variable, double value) {
    if (!check.point.empty()) check.point += ", ";
    check.point += fmt::format("{} = {}", vocabulary.variable_name(variable), value);
  };
  for (std::size_t v = 0; v < variables.size(); ++v) {
    add(variables[v], coordinates[v * kAllPoints + point]);
  }
  for (std::size_t v = 0; v < member.variables().size(); ++v) {
    if (places[v] == algebra::kNoExpr) add(member.variables()[v], coordinate(v, point));
  }
}

// What one point says, with balls where the member's range does not. True when it refutes the
// member, and not by rounding: then nothing worse can be found.
bool ClusterVerifier::State::settle(std::size_t point, const Range& value, MemberCheck& check) {
  const Range& expected = points[point].initial;
  const bool has_value = expected.defined == Defined::Always;
  if (value.defined == Defined::Never) {
    compared_domain = true;
    narrower = narrower || has_value;
    return false;
  }
  if (!has_value && value.defined == Defined::Always) {
    compared_domain = true;
    wider = true;
    return false;
  }
  if (has_value && is_sharp(value) && !algebra::disjoint(expected, value)) {
    compared_domain = true;
    shared.push_back(static_cast<std::uint32_t>(point));
    return false;
  }
  const bool differs = value.defined == Defined::Always && algebra::disjoint(expected, value);
  const bool is_known_to_differ = check.verdict == Verdict::Refuted;
  if ((!differs || is_known_to_differ) && refinements-- <= 0) return false;
  const algebra::Comparison comparison = compare(point);
  compared_domain = compared_domain || comparison.outcome != Outcome::Unclear;
  switch (comparison.outcome) {
    case Outcome::SameValue:
      shared.push_back(static_cast<std::uint32_t>(point));
      return false;
    case Outcome::Different:
      refute(point, comparison, check);
      return !check.by_rounding;
    case Outcome::LeftUndefined:
      wider = true;
      return false;
    case Outcome::RightUndefined:
      narrower = true;
      return false;
    case Outcome::BothUndefined:
    case Outcome::Unclear:
      return false;
  }
  return false;
}

ClusterVerifier::ClusterVerifier(algebra::Expressions& pool)
    : state_(std::make_unique<State>(pool)) {}
ClusterVerifier::~ClusterVerifier() = default;
ClusterVerifier::ClusterVerifier(ClusterVerifier&&) noexcept = default;
ClusterVerifier& ClusterVerifier::operator=(ClusterVerifier&&) noexcept = default;

bool ClusterVerifier::is_numeric() const { return state_->numeric; }
std::size_t ClusterVerifier::defined_points() const { return state_->defined; }
std::size_t ClusterVerifier::compared_points() const { return state_->points.size(); }
std::uint64_t ClusterVerifier::refined_values() const { return state_->refined; }

void ClusterVerifier::set_initial(ExprId initial) {
  State& state = *state_;
  state.variables = algebra::variables_of(*state.pool, initial);
  state.load(state.initial, initial);
  state.numeric = has_own_value(state.initial);
  state.points.clear();
  state.defined = 0;
  if (state.numeric) state.choose_points();
}

MemberCheck ClusterVerifier::check(ExprId member) {
  State& state = *state_;
  MemberCheck check;
  state.load(state.member, member);
  state.shared.clear();
  if (!state.numeric || !has_own_value(state.member)) return check;
  state.places.clear();
  for (const Head variable : state.member.variables()) {
    state.places.push_back(state.place_of(variable));
  }
  state.refinements = kMemberRefinements;
  state.narrower = state.wider = state.compared_domain = false;
  const std::size_t variables = state.places.size();
  state.batch.resize(std::max<std::size_t>(1, variables * kBatch));
  for (std::size_t first = 0; first < state.points.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, state.points.size() - first);
    for (std::size_t v = 0; v < variables; ++v) {
      for (std::size_t k = 0; k < kBatch; ++k) {
        state.batch[v * kBatch + k] = state.coordinate(v, first + std::min(k, count - 1));
      }
    }
    const auto& values = state.member.ranges(state.batch);
    for (std::size_t k = 0; k < count; ++k) {
      if (state.settle(first + k, values[k], check)) return check;
    }
  }
  check.shared_points = static_cast<std::uint16_t>(state.shared.size());
  if (check.verdict == Verdict::Refuted) return check;
  if (check.shared_points > 0) check.verdict = Verdict::Agrees;
  if (state.compared_domain) {
    check.domain = state.narrower && state.wider ? Domain::Crossing
                   : state.narrower              ? Domain::Narrower
                   : state.wider                 ? Domain::Wider
                                                 : Domain::Same;
  }
  return check;
}

double ClusterVerifier::plain_error() {
  State& state = *state_;
  double worst = 0;
  for (const std::uint32_t point : state.shared) {
    const PointKind kind = state.points[point].kind;
    if (kind == PointKind::Special || kind == PointKind::Boundary) continue;
    state.batch.clear();
    for (std::size_t v = 0; v < state.places.size(); ++v) {
      state.batch.push_back(state.coordinate(v, point));
    }
    const double value = state.member.plain_value(state.batch);
    if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
    const double expected = middle(state.points[point].initial);
    worst = std::max(worst, std::abs(value - expected) / std::max(std::abs(expected), kPlainScale));
  }
  return worst;
}

}  // namespace noether::egen
