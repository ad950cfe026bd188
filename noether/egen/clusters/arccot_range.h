// The two ranges that books give to arccot.
//
// Noether's arccot(x) is arctan(1/x), with values on both sides of zero; for others it is
// pi/2 - arctan(x), from 0 to pi, which is the same where x is positive and larger by pi where it
// is negative. A corpus is read by both, so its members must equal their initial expression either
// way.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::egen {

// `root` with every arccot written out as the others mean it; the same id when there is none.
algebra::ExprId with_positive_arccot(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::egen
