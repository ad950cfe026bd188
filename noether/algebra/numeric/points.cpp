#include "noether/algebra/numeric/points.h"

#include <algorithm>
#include <utility>

namespace noether::algebra {
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
    // An odd factor visits all of a grid of 64 in an order that changes every coordinate.
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
