// A constant as people write it in a sentence: 1/2, √2, 5π/6, (1+√5)/2.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// In the notation itself where that is tokens.
std::string number_words(Expressions& pool, ExprId constant, formula::Notation notation);

}  // namespace noether::algebra
