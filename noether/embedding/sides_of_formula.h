// The expressions that a formula is about: itself, or the sides of an equation or an inequality.
//
// Encoders read expressions. a = b as a - b would make one thing of all identities, whose
// difference is 0; by its sides it is near whatever is equal to one of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

// Of each side, in its order, the tokens of its prefix notation, or why it has none. One side when
// the formula is no relation, several for a = b = c and a <= b < c. Of the relations, =, :=, ≡, ≈,
// ≠, <, ≤, > and ≥ join sides. An error when the formula cannot be read at all.
base::Result<std::vector<base::Result<std::string>>> sides_of_formula(
    std::string_view text, std::optional<formula::Notation> notation = {});

}  // namespace noether::embedding
