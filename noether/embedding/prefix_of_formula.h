// Converts formulas in any notation to the prefix texts that encoders read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

// Names that consist of more than letters and an index: a_{n+1}, y', x^*, \bar x. noether/algebra
// does not interpret them, because their value may depend on their parts. For an encoder, each of
// them can simply be another variable, because the names of variables do not matter.
//
// Returns `root` with a variable for each such name, the same one at each place. Nothing changes
// under a derivative or an integral: y' and a_{n+1} need not be constant there.
algebra::ExprId with_adorned_names(algebra::Expressions& pool, algebra::ExprId root);

// Without a notation, the notation is detected. Prefix texts are kept unchanged, including the form
// of their numbers; other texts are read by noether/algebra. An error names the part that is not an
// expression, or the operator that encoders do not support: sums, unknown functions and similar.
base::Result<std::string> prefix_of_formula(std::string_view text,
                                            std::optional<formula::Notation> notation = {});

// In LaTeX, \foo{x} with an unknown command reads as the product of two variables, which would
// mislead an encoder.
std::optional<base::Error> find_unknown_command(std::string_view text, formula::Notation notation);

// The same for an expression that noether/algebra has read.
base::Result<std::string> prefix_of_expression(algebra::Expressions& pool, algebra::ExprId root);

// The expressions of a formula: the formula itself, or the sides of an equation or an inequality.
// Encoders read expressions. Reading a = b as a - b would give all identities, whose difference is
// 0, the same vector; with its sides, an equation is near expressions that are equal to one of
// them.
//
// Returns for each side, in order, the tokens of its prefix notation, or the reason why it has
// none. There is one side if the formula is not a relation, and several for a = b = c and a <= b <
// c. The relations =, :=, ≡, ≈, ≠, <, ≤, > and ≥ join sides. Returns an error if the formula cannot
// be read at all.
base::Result<std::vector<base::Result<std::string>>> sides_of_formula(
    std::string_view text, std::optional<formula::Notation> notation = {});

}  // namespace noether::embedding
