// Whether members equal their initial expression, by certified numbers at shared points.
//
// The points are chosen for the initial expression: as many as asked at which it has a value, and
// some at which it has none, so that domains can be compared. Values are ranges in doubles, balls
// of rising precision where these leave a doubt. Refuted is certain.
#pragma once

#include <memory>
#include <string>

#include "noether/algebra/expression.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

struct MemberCheck {
  algebra::Verdict verdict = algebra::Verdict::Unknown;  // Agrees, Refuted or Unknown
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;
  // When refuted: `x = 3/7`, and the two values.
  std::string point;
  std::string initial_value;
  std::string member_value;
};

// Keeps its working memory from one cluster to the next. Not for two threads.
class ClusterVerifier {
 public:
  explicit ClusterVerifier(algebra::Expressions& pool);
  ~ClusterVerifier();
  ClusterVerifier(ClusterVerifier&&) noexcept;
  ClusterVerifier& operator=(ClusterVerifier&&) noexcept;

  // Derivatives are carried out, in initial expressions and members alike.
  void set_initial(algebra::ExprId initial);
  // At how many of the points that were tried it has a value, and how many those are.
  std::size_t defined_points() const;
  std::size_t tried_points() const;

  MemberCheck check(algebra::ExprId member);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
