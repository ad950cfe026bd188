// The expressions of a formula: the formula itself, or the sides of an equation or an inequality.
// Encoders read expressions. Reading a = b as a - b would give all identities, whose difference is
// 0, the same vector; by its sides an equation is near expressions that are equal to one of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::embedding {

// For each side, in order, the tokens of its prefix notation, or the reason why it has none. There
// is one side if the formula is not a relation, and several for a = b = c and a <= b < c. The
// relations =, :=, ≡, ≈, ≠, <, ≤, > and ≥ join sides. Returns an error if the formula cannot be
// read at all.
base::Result<std::vector<base::Result<std::string>>> sides_of_formula(
    std::string_view text, std::optional<formula::Notation> notation = {});

}  // namespace noether::embedding
