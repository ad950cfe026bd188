// Names that consist of more than letters and an index: a_{n+1}, y', x^*, \bar x.
// Algebra does not interpret them, because their value may depend on their parts. An encoder needs
// less: for it each is one more variable, and names of variables make no difference.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::embedding {

// Returns `root` with a variable for each such name, the same one at each place. Under a derivative
// or an integral nothing changes: y' and a_{n+1} need not be constant there.
algebra::ExprId with_adorned_names(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::embedding
