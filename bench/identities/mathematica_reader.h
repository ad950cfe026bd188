// Reads expressions in Mathematica's input form, as the Rubi test suite writes them.
//
//   + - * / ^ and juxtaposition, unary minus, n!, f[x, y], f'[x], Derivative[n][f][x], {a, b}
//   Sqrt, Log (natural, or Log[b, x]), Exp, E, Pi, I, the circular and hyperbolic functions and
//   their inverses, Abs, Sign, Floor, Ceiling, Min, Max, Gamma[x], Factorial, Binomial
//   If[$VersionNumber >= 8, a, b] is a; Expand[a] is a
// Every other function becomes an uninterpreted call and is reported by name, with its number of
// operands if algebra knows the name with another number: Gamma/2.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"

namespace noether::bench {

struct MathematicaReading {
  algebra::ExprId expression = algebra::kNoExpr;
  // Functions algebra has no operator for. Names of one letter stand for any function: the
  // reader keeps them apart, because algebra can reason about such functions.
  std::set<std::string> unknown;
  std::set<std::string> arbitrary;
};

base::Result<MathematicaReading> read_mathematica(std::string_view text,
                                                  algebra::Expressions& pool);

}  // namespace noether::bench
