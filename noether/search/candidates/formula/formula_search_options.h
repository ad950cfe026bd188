// How to search for formulas.
#pragma once

#include <cstdint>

#include "noether/search/candidates/formula/formula_mode.h"
#include "noether/search/is_over.h"

namespace noether::search {

inline constexpr double kEqualSeconds = 2;

struct FormulaSearchOptions {
  FormulaMode mode = FormulaMode::Similar;
  std::uint32_t top = 1000;
  // How many are compared by their operator trees; of the best of these so many edits are counted,
  // and the best of those are compared by their layout trees as well. Both take most of the time;
  // a ranking is best when all that are compared are compared in every way.
  std::uint32_t reranked = 80;
  std::uint32_t edited = 80;
  std::uint32_t redrawn = 80;
  // What is the same as the query before all that is only similar, the strictest sameness first;
  // else by score alone, as it was learned.
  bool same_first = false;
  double equal_seconds = kEqualSeconds;  // that algebra may take in the mode `equal`
  // A query that is nothing but an operator finds formulas that have it.
  bool bare_operators = false;
  bool all_of_operator = false;  // and all that do, more than `top`
  // Asked before each formula that is compared, and for some thousand of those that are scored by
  // postings: when it says so, there is an error instead.
  IsOver is_over = {};
};

}  // namespace noether::search
