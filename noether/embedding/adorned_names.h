// Names with more to them than letters and an index: a_{n+1}, y', x^*, \bar x.
//
// Algebra leaves them alone, because what they stand for may depend on what is in them. An encoder
// asks less: each is one more variable to it, and names of variables make no difference.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::embedding {

// `root` with a variable for each such name, the same one wherever it stands. Where something is
// differentiated or integrated all stays as it is: y' and a_{n+1} need not be constant there.
algebra::ExprId with_adorned_names(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::embedding
