// Compares the solutions of two statements: the step from one line of a solution to the next.
//
// Same is proven: the solutions are computed, or one difference of sides is the other times a
// nonzero factor. Lost and added solutions are certified one by one. With several unknowns, a
// second equation may belong to a system, so a difference alone does not make the step wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/solve/statement.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

struct StatementChange {
  enum class Kind : std::uint8_t { Same, Loses, Adds, LosesAndAdds, Unknown };
  Kind kind = Kind::Unknown;
  std::vector<std::string> lost;  // `x = -2`, certified
  std::vector<std::string> added;
  std::vector<std::string> conditions;  // `a \neq 0`: they are the same where these hold
  std::string operation;                // `squared both sides`; empty if it has no name
  std::string reason;              // why the result is unknown, or how it is known to be the same
  bool is_perhaps_system = false;  // unknown: the second may be a further equation
};

struct StatementOptions {
  DecideOptions decide;
  formula::Notation notation = formula::Notation::Latex;  // for messages
  // The second is declared to follow from the first, so it is not a further equation of a system.
  bool is_consequence = false;
};

StatementChange compare_statements(Expressions& pool, const Statement& before,
                                   const Statement& after, const StatementOptions& options);

}  // namespace noether::algebra
