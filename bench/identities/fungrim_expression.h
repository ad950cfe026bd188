// A Fungrim term as an expression of algebra.
#pragma once

#include <set>
#include <string>

#include "bench/identities/fungrim_term.h"
#include "noether/algebra/expression/expression.h"

namespace noether::bench {

// What algebra has no operator for becomes an uninterpreted call and goes into `unknown`.
algebra::ExprId fungrim_expression(const FungrimTerm& term, algebra::Expressions& pool,
                                   std::set<std::string>& unknown);

}  // namespace noether::bench
