// An initial expression and its values at the points where members are compared.
//
// Every value is certain: a narrow range, or never(). There are some points of every kind (see
// TrialPoints), chosen so that the expression has values at enough of them, of a size that other
// programs can compute and print.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/fingerprint/fingerprint_sampler.h"
#include "noether/algebra/numeric/evaluate.h"

namespace noether::egen {

// Points for evaluating an expression, fitted to it.
//
// Ordinary points are spread over [-5, 5]; special points have coordinates at which identities
// break; fitted points lie at, beside and between the places where a part of the expression stops
// being defined, so that asech(6x + 5), which is defined on [-5/6, -2/3], is covered too; far
// points are large or small. All coordinates are small multiples of 2^-36: exact as doubles, and
// for `Sampler`.
enum class PointKind : std::uint8_t { Ordinary, Fitted, Boundary, Special, Far, Wide };

struct TrialPoint {
  PointKind kind = PointKind::Ordinary;
  std::vector<double> coordinates;  // one for each variable
};

class TrialPoints {
 public:
  // All points but the wide ones, in the order of their kinds. Solutions are added to `arena`.
  std::vector<TrialPoint> around(algebra::Expressions& arena, algebra::ExprId root,
                                 std::span<const algebra::Head> variables);
  // Many further points around the same expression, for one that is seldom defined.
  std::vector<TrialPoint> wide() const;

 private:
  void find_critical(algebra::Expressions& arena, algebra::ExprId root,
                     std::span<const algebra::Head> variables);
  void add_fitted(std::size_t variable, std::span<const double> shares,
                  std::vector<TrialPoint>& points) const;
  void add_boundaries(std::size_t variable, std::vector<TrialPoint>& points) const;
  void add(PointKind kind, std::size_t variable, double place, std::size_t number,
           std::vector<TrialPoint>& points) const;

  algebra::Sampler sampler_;
  // By variable, ascending: places where a part of the expression may stop being defined.
  std::vector<std::vector<double>> critical_;
};

// The ordinary coordinate of a variable that occurs only in a member.
double stray_coordinate(std::string_view name, std::size_t point);

// Values that agree to this many digits count as equal, and ranges this narrow, relative to the
// value, count as certain.
inline constexpr int kAgreementDigits = 12;
inline constexpr double kAgreement = 1e-12;

bool is_sharp(const algebra::Range& range, double width = kAgreement);
// Returns false if a part has no value of its own: an unknown function, an integral, or a
// derivative that no rule carries out.
bool has_own_value(const algebra::Sampler& sampler);
// Loads the expression with derivatives carried out, in `arena` if there are any; clears the arena
// then.
void load_without_derivatives(const algebra::Expressions& pool, algebra::ExprId root,
                              algebra::Expressions& arena, algebra::Sampler& sampler);
// The exact value of a coordinate; all are multiples of 2^-36.
algebra::Rational exact_coordinate(double coordinate);

class InitialValues {
 public:
  struct ComparedPoint {
    PointKind kind = PointKind::Ordinary;
    algebra::Range value;  // sharp, or never()
  };
  static constexpr std::size_t kMaxPoints = 32;

  // `arena` is cleared and used only in this call.
  void set(const algebra::Expressions& pool, algebra::ExprId initial, algebra::Expressions& arena);

  bool is_numeric() const { return is_numeric_; }
  std::span<const ComparedPoint> points() const { return points_; }
  std::size_t defined_points() const { return defined_; }
  // The variables of the expression as written: d x 14x contains x.
  std::span<const algebra::Head> variables() const { return variables_; }
  std::uint32_t place_of(algebra::Head variable) const;  // kNoExpr if absent
  double coordinate(std::size_t variable, std::size_t point) const {
    return coordinates_[variable * kMaxPoints + point];
  }
  // The value in plain double arithmetic at any coordinates of the variables; NaN if there is none.
  double plain_value(std::span<const double> coordinates);
  // Copies the expression without derivatives.
  algebra::ExprId copy_into(algebra::Expressions& arena) const { return sampler_.copy_into(arena); }
  std::uint64_t refined_values() const { return refined_; }

 private:
  struct Candidates {
    std::vector<TrialPoint> points;
    std::vector<algebra::Range> values;
    std::vector<bool> used;
  };
  void choose(algebra::Expressions& arena);
  void take_shares(algebra::Expressions& arena, Candidates& candidates);
  void fill(Candidates& candidates, const auto& is_wanted);
  void take(Candidates& candidates, std::size_t i);
  void measure(Candidates& candidates);
  // Uses balls where doubles are uncertain, within a limit of effort.
  void refine(algebra::Expressions& arena, Candidates& candidates, std::size_t i);

  algebra::Sampler sampler_;
  TrialPoints trial_points_;
  std::vector<algebra::Head> variables_;
  std::vector<std::uint32_t> places_;  // among them, of the variables that derivatives left
  std::vector<ComparedPoint> points_;
  std::vector<double> coordinates_;
  std::vector<double> batch_;
  std::optional<algebra::BallEvaluator> balls_;
  bool is_numeric_ = false;
  std::size_t defined_ = 0;
  int refinements_ = 0;
  std::uint64_t refined_ = 0;
};

}  // namespace noether::egen
