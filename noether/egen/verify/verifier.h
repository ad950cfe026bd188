// Decides whether members equal their initial expression, by certified numbers at shared points.
//
// The points are chosen for the initial expression: the requested number at which it has a value,
// and some at which it has none, so that domains can be compared. Values are ranges in doubles, or
// balls of rising precision where these leave a doubt. Refuted is certain. All numbers are real: an
// expression that contains i has no value.
#pragma once

#include <memory>
#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

// The minimal number of points at which the initial expression has a value, if they can be found.
inline constexpr std::size_t kDefinedPoints = 16;

struct MemberCheck {
  algebra::Verdict verdict = algebra::Verdict::Unknown;  // Agrees, Refuted or Unknown
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;
  bool is_numeric = false;  // every part of the member has a value of its own
  // Refuted, but only by rounding: 0.3333333333333333 stands for 1/3.
  bool by_rounding = false;
  // When refuted: `x = 0.375`, and the two values.
  std::string point;
  std::string initial_value;
  std::string member_value;
};

// SameDomain: for callers that accept no member of another domain. The check ends as soon as the
// difference is certain, with the verdict Unknown.
enum class CheckExtent : std::uint8_t { Full, SameDomain };

// Keeps its working memory from one cluster to the next. Not for two threads.
class ClusterVerifier {
 public:
  explicit ClusterVerifier(algebra::Expressions& pool);
  ~ClusterVerifier();
  ClusterVerifier(ClusterVerifier&&) noexcept;
  ClusterVerifier& operator=(ClusterVerifier&&) noexcept;

  // Derivatives are carried out in initial expressions and members alike. The pool may be cleared
  // afterwards; its vocabulary remains in use.
  void set_initial(algebra::ExprId initial);
  // Returns false if the expression has a part without a value of its own: an unknown function, an
  // integral, or a derivative that no rule carries out. The verdict on every member is then
  // Unknown.
  bool is_numeric() const;
  // The number of compared points at which the initial expression has a value, and the number of
  // all compared points.
  std::size_t defined_points() const;
  std::size_t compared_points() const;

  MemberCheck check(algebra::ExprId id, CheckExtent extent = CheckExtent::Full);
  // For the member checked last: the largest error of plain double arithmetic, relative to the
  // value, at the ordinary shared points and at some places near and far. Infinite if doubles give
  // no value.
  double plain_error();

  // For the member checked last: the number of ordinary points, and of those fitted to the initial
  // expression, at which both have values that differ by more than a thousandth. Points at the ends
  // of domains, special and far points do not count, because there almost any two expressions
  // differ.
  std::size_t clear_differences() const;

  // Returns whether a member differs clearly, as above, at this many points. The result true is
  // certain. The test is quick, because it uses ranges only and stops early; `check` may find more.
  bool differs_clearly(algebra::ExprId id, std::size_t points);

  // The number of values that needed balls.
  std::uint64_t refined_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
