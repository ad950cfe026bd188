// The weights of the learned ranking of formulas, from a small text file.
//   # Learned by bench/formula_search on ARQMath's judgements.
//   first 0.31
//   path 0.24
// Features that are not named have weight 0.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/search/candidates/formula/formula_features.h"

namespace noether::search {

using FormulaWeights = FormulaFeatures;

// An error points at the line that is wrong.
base::Result<FormulaWeights> parse_formula_weights(std::string_view text);
std::string write_formula_weights(const FormulaWeights& weights);

// Those that the program was built with.
const FormulaWeights& shipped_formula_weights();

}  // namespace noether::search
