// The prefix text that encoders read, of a formula in any notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

// Without a notation, the notation is recognised. Prefix texts are kept, number by number; others
// become what algebra makes of them. An error names the part that is not an expression, or the
// operator that no encoder knows: sums, unknown functions and similar.
base::Result<std::string> prefix_of_formula(std::string_view text,
                                            std::optional<formula::Notation> notation = {});

// In LaTeX, \foo{x} with an unknown command reads as the product of two variables, which would
// mislead an encoder.
std::optional<base::Error> find_unknown_command(std::string_view text, formula::Notation notation);

// The same of an expression that algebra has read.
base::Result<std::string> prefix_of_expression(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::embedding
