// The prefix text that encoders read, of a formula in any notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

// Without a notation, the one the text seems to be written in. Prefix texts stay as they are,
// number by number; others become what algebra makes of them. An error says what is no expression,
// or which operator no encoder knows: sums, unknown functions and the like.
base::Result<std::string> prefix_of_formula(std::string_view text,
                                            std::optional<formula::Notation> notation = {});

// In LaTeX, \foo{x} of no command that is known reads as the product of two variables, which an
// encoder would take for what it is not.
std::optional<base::Error> find_unknown_command(std::string_view text, formula::Notation notation);

// The same of an expression that algebra has read.
base::Result<std::string> prefix_of_expression(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::embedding
