#include "noether/egen/verify/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint_sampler.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/egen/verify/initial_values.h"

namespace noether::egen {
namespace {

using algebra::Defined;
using algebra::ExprId;
using algebra::Head;
using algebra::kBatch;
using algebra::Outcome;
using algebra::Range;
using algebra::Verdict;

// Doubles that lost digits to cancellation still support a member that has agreed this often to all
// digits.
constexpr double kLooseAgreement = 1e-9;
constexpr std::size_t kFirmPoints = 8;
// Balls are slow: the limit on their uses for one member, except for refutations.
constexpr int kRefinements = 6;
// The limit after the member has agreed at enough points.
constexpr int kLastRefinements = 2;
constexpr slong kMaxBits = 512;
// The relative difference between a decimal with all the digits of a double and the fraction it
// stands for, relative to the cancelling numbers, which are assumed to be about one or larger.
constexpr double kRoundingError = 1e-12;
// The difference is larger near a pole or the end of a domain.
constexpr double kBoundaryRounding = 1e-3;
// Errors of smaller values are relative to this.
constexpr double kPlainScale = 1e-3;
// Values with this relative difference differ clearly.
constexpr double kClearDifference = 1e-3;
// Other programs compute in doubles at points of their own, including points where a value is so
// small that a member can produce it only as the difference of large numbers.
constexpr std::array kPlainPlaces = {-9.7, -6.1, -3.3, 3.3, 6.1, 9.7};
constexpr std::size_t kVerifierNodes = 1 << 14;
constexpr int kMostDigits = 320;

double middle(const Range& range) { return range.lo / 2 + range.hi / 2; }

bool differ_clearly(const Range& a, const Range& b) {
  const double gap = std::max(a.lo - b.hi, b.lo - a.hi);
  return gap > kClearDifference * std::max(std::abs(middle(a)), std::abs(middle(b)));
}

// Returns whether two values differ at most by the rounding of decimals.
bool is_rounding(const algebra::Value& a, const algebra::Value& b, PointKind kind) {
  const double left = arf_get_d(arb_midref(a.ball.real()), ARF_RND_NEAR);
  const double right = arf_get_d(arb_midref(b.ball.real()), ARF_RND_NEAR);
  const double rounding = kind == PointKind::Boundary ? kBoundaryRounding : kRoundingError;
  return std::abs(left - right) <= rounding * std::max({1.0, std::abs(left), std::abs(right)});
}

}  // namespace

struct ClusterVerifier::State {
  explicit State(algebra::Expressions& source) : pool(&source), arena(source.vocabulary()) {}

  void load_member(ExprId id);
  // The ranges of the member at the `count` points from `first` on.
  const std::array<Range, kBatch>& ranges(std::size_t first, std::size_t count);
  double coordinate(std::size_t variable, std::size_t point) const;
  algebra::Comparison compare(std::size_t point);
  // Evaluates a point in doubles.
  void look(std::size_t point, const Range& value);
  // Decides with balls the points that doubles leave uncertain.
  void settle(CheckExtent extent, MemberCheck& check);
  // Returns true if it refutes the member, and not by rounding: then the result is final.
  bool settle_by_balls(std::size_t point, MemberCheck& check);
  void refute(std::size_t point, const algebra::Comparison& comparison, MemberCheck& check);
  Domain domain() const;
  double plain_error_elsewhere();

  algebra::Expressions* pool;
  algebra::Expressions arena;  // for carried-out derivatives, and for balls
  InitialValues initial;

  // The member being checked.
  algebra::Sampler member;
  std::vector<std::uint32_t> places;  // of its variables; kNoExpr for those that only it has
  std::optional<algebra::BallEvaluator> balls;
  int refinements = 0;
  bool narrower = false;
  bool wider = false;
  bool compared_domain = false;
  // Points at which doubles show: the expected value, the expected value to some digits, another
  // value, and those at which doubles do not decide.
  std::vector<std::uint32_t> shared;
  std::vector<std::uint32_t> loose;
  std::vector<std::uint32_t> different;
  std::vector<std::uint32_t> doubtful;
  std::size_t clear_differences = 0;

  std::vector<double> batch;
  std::uint64_t refined = 0;
};

void ClusterVerifier::State::load_member(ExprId id) {
  balls.reset();
  load_without_derivatives(*pool, id, arena, member);
  places.clear();
  for (const Head variable : member.variables()) places.push_back(initial.place_of(variable));
  refinements = kRefinements;
  narrower = wider = compared_domain = false;
  shared.clear();
  loose.clear();
  different.clear();
  doubtful.clear();
  clear_differences = 0;
}

const std::array<Range, kBatch>& ClusterVerifier::State::ranges(std::size_t first,
                                                                std::size_t count) {
  const std::size_t variables = places.size();
  batch.resize(std::max<std::size_t>(1, variables * kBatch));
  for (std::size_t v = 0; v < variables; ++v) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      batch[v * kBatch + k] = coordinate(v, first + std::min(k, count - 1));
    }
  }
  return member.ranges(batch);
}

double ClusterVerifier::State::coordinate(std::size_t variable, std::size_t point) const {
  if (places[variable] != algebra::kNoExpr) return initial.coordinate(places[variable], point);
  return stray_coordinate(pool->vocabulary().variable_name(member.variables()[variable]), point);
}

algebra::Comparison ClusterVerifier::State::compare(std::size_t point) {
  ++refined;
  if (!balls) {
    if (arena.size() > kVerifierNodes) arena = algebra::Expressions(pool->vocabulary());
    arena.clear();
    const ExprId left = initial.copy_into(arena);
    const ExprId right = member.copy_into(arena);
    balls.emplace(arena, std::initializer_list<ExprId>{left, right});
  }
  algebra::Point at;
  const auto add = [&](Head variable, double value) {
    at.coordinates.emplace_back(variable, arena.number(exact_coordinate(value)));
  };
  const auto variables = initial.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    add(variables[v], initial.coordinate(v, point));
  }
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (places[v] == algebra::kNoExpr) add(member.variables()[v], coordinate(v, point));
  }
  return algebra::compare_at(*balls, at, algebra::Field::Real, kAgreementDigits,
                             algebra::kNoDeadline, kMaxBits);
}

void ClusterVerifier::State::refute(std::size_t point, const algebra::Comparison& comparison,
                                    MemberCheck& check) {
  check.verdict = Verdict::Refuted;
  check.by_rounding = is_rounding(balls->value(0), balls->value(1), initial.points()[point].kind);
  check.initial_value = comparison.left;
  check.member_value = comparison.right;
  // Shows as many digits as are needed to see the difference.
  for (int digits = 20; check.initial_value == check.member_value && digits <= kMostDigits;
       digits *= 2) {
    check.initial_value = algebra::value_text(balls->value(0), digits);
    check.member_value = algebra::value_text(balls->value(1), digits);
  }
  check.point.clear();
  const auto add = [&](Head variable, double value) {
    if (!check.point.empty()) check.point += ", ";
    check.point += fmt::format("{} = {}", pool->vocabulary().variable_name(variable), value);
  };
  const auto variables = initial.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    add(variables[v], initial.coordinate(v, point));
  }
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (places[v] == algebra::kNoExpr) add(member.variables()[v], coordinate(v, point));
  }
}

void ClusterVerifier::State::look(std::size_t point, const Range& value) {
  const Range& expected = initial.points()[point].value;
  const bool has_value = expected.defined == Defined::Always;
  const auto number = static_cast<std::uint32_t>(point);
  if (value.defined == Defined::Never) {
    compared_domain = true;
    narrower = narrower || has_value;
  } else if (!has_value) {
    const bool is_certain = value.defined == Defined::Always;
    compared_domain = compared_domain || is_certain;
    wider = wider || is_certain;
    if (!is_certain) doubtful.push_back(number);
  } else if (algebra::disjoint(expected, value)) {
    // The member is wrong here unless it is undefined.
    const bool is_certain = value.defined == Defined::Always;
    (is_certain ? different : doubtful).push_back(number);
    const PointKind kind = initial.points()[point].kind;
    const bool is_ordinary = kind == PointKind::Ordinary || kind == PointKind::Fitted;
    if (is_certain && is_ordinary && differ_clearly(expected, value)) ++clear_differences;
  } else if (is_sharp(value)) {
    shared.push_back(number);
  } else {
    (is_sharp(value, kLooseAgreement) ? loose : doubtful).push_back(number);
  }
}

void ClusterVerifier::State::settle(CheckExtent extent, MemberCheck& check) {
  compared_domain = compared_domain || !shared.empty() || !loose.empty();
  for (const std::uint32_t point : different) {
    if (check.verdict == Verdict::Refuted && refinements-- <= 0) break;
    if (settle_by_balls(point, check)) return;
  }
  for (const std::uint32_t point : loose) {
    if (shared.size() >= kFirmPoints) {
      shared.push_back(point);
    } else if (refinements-- > 0 && settle_by_balls(point, check)) {
      return;
    }
  }
  if (shared.size() >= kDefinedPoints) refinements = std::min(refinements, kLastRefinements);
  for (const std::uint32_t point : doubtful) {
    if (refinements-- <= 0 || settle_by_balls(point, check)) return;
    if (extent == CheckExtent::SameDomain && (narrower || wider)) return;
  }
}

bool ClusterVerifier::State::settle_by_balls(std::size_t point, MemberCheck& check) {
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

Domain ClusterVerifier::State::domain() const {
  if (!compared_domain) return Domain::Unknown;
  if (narrower && wider) return Domain::Crossing;
  if (narrower) return Domain::Narrower;
  return wider ? Domain::Wider : Domain::Same;
}

double ClusterVerifier::State::plain_error_elsewhere() {
  const std::size_t count = initial.variables().size();
  double worst = 0;
  for (const double place : kPlainPlaces) {
    std::vector<double> coordinates(count);
    for (std::size_t v = 0; v < count; ++v) {
      coordinates[v] = place * (1 - 0.07 * static_cast<double>(v));
    }
    const double expected = initial.plain_value(coordinates);
    if (!std::isfinite(expected)) continue;
    batch.clear();
    for (const std::uint32_t at : places) batch.push_back(at < count ? coordinates[at] : place);
    const double value = member.plain_value(batch);
    if (!std::isfinite(value)) continue;
    worst = std::max(worst, std::abs(value - expected) / std::max(std::abs(expected), kPlainScale));
  }
  return worst;
}

ClusterVerifier::ClusterVerifier(algebra::Expressions& pool)
    : state_(std::make_unique<State>(pool)) {}
ClusterVerifier::~ClusterVerifier() = default;
ClusterVerifier::ClusterVerifier(ClusterVerifier&&) noexcept = default;
ClusterVerifier& ClusterVerifier::operator=(ClusterVerifier&&) noexcept = default;

bool ClusterVerifier::is_numeric() const { return state_->initial.is_numeric(); }
std::size_t ClusterVerifier::defined_points() const { return state_->initial.defined_points(); }
std::size_t ClusterVerifier::compared_points() const { return state_->initial.points().size(); }
std::size_t ClusterVerifier::clear_differences() const { return state_->clear_differences; }
std::uint64_t ClusterVerifier::refined_values() const {
  return state_->refined + state_->initial.refined_values();
}

void ClusterVerifier::set_initial(ExprId initial) {
  state_->balls.reset();
  state_->initial.set(*state_->pool, initial, state_->arena);
}

bool ClusterVerifier::differs_clearly(ExprId id, std::size_t points) {
  State& state = *state_;
  state.load_member(id);
  if (!state.initial.is_numeric() || !has_own_value(state.member)) return false;
  const std::size_t all = state.initial.points().size();
  for (std::size_t first = 0; first < all; first += kBatch) {
    const std::size_t count = std::min(kBatch, all - first);
    const auto& values = state.ranges(first, count);
    for (std::size_t k = 0; k < count; ++k) state.look(first + k, values[k]);
    if (state.clear_differences >= points) return true;
  }
  return false;
}

MemberCheck ClusterVerifier::check(ExprId id, CheckExtent extent) {
  State& state = *state_;
  MemberCheck check;
  state.load_member(id);
  check.is_numeric = has_own_value(state.member);
  if (!state.initial.is_numeric() || !check.is_numeric) return check;
  const std::size_t all = state.initial.points().size();
  for (std::size_t first = 0; first < all; first += kBatch) {
    const std::size_t count = std::min(kBatch, all - first);
    const auto& values = state.ranges(first, count);
    for (std::size_t k = 0; k < count; ++k) state.look(first + k, values[k]);
    const bool differs = state.narrower || state.wider;
    if (extent == CheckExtent::SameDomain && differs && state.different.empty()) {
      check.domain = state.domain();
      return check;
    }
  }
  state.settle(extent, check);
  if (check.verdict == Verdict::Refuted && !check.by_rounding) return check;
  check.shared_points = static_cast<std::uint16_t>(state.shared.size());
  check.domain = state.domain();
  if (check.verdict != Verdict::Refuted && check.shared_points > 0) check.verdict = Verdict::Agrees;
  return check;
}

double ClusterVerifier::plain_error() {
  State& state = *state_;
  double worst = 0;
  for (const std::uint32_t point : state.shared) {
    const auto& [kind, expected] = state.initial.points()[point];
    if (kind == PointKind::Special || kind == PointKind::Boundary) continue;
    state.batch.clear();
    for (std::size_t v = 0; v < state.places.size(); ++v) {
      state.batch.push_back(state.coordinate(v, point));
    }
    const double value = state.member.plain_value(state.batch);
    if (std::isnan(value)) {
      if (kind == PointKind::Far) continue;  // cosh may be too large for doubles there
      return std::numeric_limits<double>::infinity();
    }
    const double scale = std::max(std::abs(middle(expected)), kPlainScale);
    worst = std::max(worst, std::abs(value - middle(expected)) / scale);
  }
  return std::max(worst, state.plain_error_elsewhere());
}

}  // namespace noether::egen
