// A constant as people write it in a sentence: 1/2, √2, 5π/6, (1+√5)/2.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// Writes powers with an exponent 1/2 as roots, as people do.
ExprId with_roots(Expressions& pool, ExprId root);

// If the notation is tokens, the result is in that notation.
std::string number_words(Expressions& pool, ExprId constant, formula::Notation notation);

}  // namespace noether::algebra
