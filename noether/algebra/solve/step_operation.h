// What was done to both sides of an equation to get the next one: "added 4 to both sides".
//
// Only a name: whether solutions were kept is decided elsewhere.
#pragma once

#include <string>

#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/solve/statement.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// Empty when it is nothing that has a name here.
std::string operation_between(Expressions& pool, normal::Normalizer& normalizer,
                              const Statement& before, const Statement& after,
                              formula::Notation notation);

}  // namespace noether::algebra
