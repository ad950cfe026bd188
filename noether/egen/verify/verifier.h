// Whether members equal their initial expression, by certified numbers at shared points.
//
// The points are chosen for the initial expression: as many as asked at which it has a value, and
// some at which it has none, so that domains can be compared. Values are ranges in doubles, balls
// of rising precision where these leave a doubt. Refuted is certain. All is real: what contains i
// has no value.
#pragma once

#include <memory>
#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

// At least so many points at which the initial expression has a value, if they are to be found.
inline constexpr std::size_t kDefinedPoints = 16;

struct MemberCheck {
  algebra::Verdict verdict = algebra::Verdict::Unknown;  // Agrees, Refuted or Unknown
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;
  bool is_numeric = false;  // every part of the member has a value of its own
  // Refuted, but by no more than rounding: 0.3333333333333333 stands for 1/3.
  bool by_rounding = false;
  // When refuted: `x = 0.375`, and the two values.
  std::string point;
  std::string initial_value;
  std::string member_value;
};

// SameDomain: for those who want no member of another domain. The check ends where that is certain,
// with the verdict Unknown.
enum class CheckExtent : std::uint8_t { Full, SameDomain };

// Keeps its working memory from one cluster to the next. Not for two threads.
class ClusterVerifier {
 public:
  explicit ClusterVerifier(algebra::Expressions& pool);
  ~ClusterVerifier();
  ClusterVerifier(ClusterVerifier&&) noexcept;
  ClusterVerifier& operator=(ClusterVerifier&&) noexcept;

  // Derivatives are carried out, in initial expressions and members alike. The pool may be cleared
  // afterwards; its vocabulary stays in use.
  void set_initial(algebra::ExprId initial);
  // False when it has a part without a value of its own: an unknown function, an integral, a
  // derivative that no rule carries out. No member is then more than Unknown.
  bool is_numeric() const;
  // At how many of the points that are compared the initial expression has a value, and how many
  // those are.
  std::size_t defined_points() const;
  std::size_t compared_points() const;

  MemberCheck check(algebra::ExprId id, CheckExtent extent = CheckExtent::Full);
  // Of the member checked last: the largest error of plain double arithmetic at the shared points
  // that are nothing special, and at some places near and far, relative to the value. Infinite
  // where doubles find no value.
  double plain_error();

  // Of the member checked last: ordinary points, and those fitted to the initial expression, at
  // which both have values that differ by more than a thousandth part. Not those at the ends of
  // domains, special or far ones, where nearly anything can be told from anything.
  std::size_t clear_differences() const;

  // Whether a member differs clearly, as above, at so many points at least. Certain when true, and
  // quick: it looks at ranges only, and no further than it must. `check` may find more.
  bool differs_clearly(algebra::ExprId id, std::size_t points);

  // How many single values needed balls.
  std::uint64_t refined_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
