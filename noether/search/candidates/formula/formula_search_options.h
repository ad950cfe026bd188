// The options of a search for formulas.
#pragma once

#include <cstdint>

#include "noether/search/candidates/formula/formula_mode.h"
#include "noether/search/is_over.h"

namespace noether::search {

inline constexpr double kEqualSeconds = 2;

struct FormulaSearchOptions {
  FormulaMode mode = FormulaMode::Similar;
  std::uint32_t top = 1000;
  // The numbers of candidates that are compared by their operator trees, of the best of these for
  // which edits are counted, and of the best of those that are also compared by their layout trees.
  // The last two take most of the time; a ranking is best if all candidates are compared in every
  // way.
  std::uint32_t reranked = 80;
  std::uint32_t edited = 80;
  std::uint32_t redrawn = 80;
  // Puts formulas that are the same as the query before similar ones, the strictest sameness first;
  // otherwise the learned score alone decides.
  bool same_first = false;
  double equal_seconds = kEqualSeconds;  // that algebra may take in the mode `equal`
  // A query that consists of an operator alone finds the formulas that contain it.
  bool bare_operators = false;
  bool all_of_operator = false;  // and all that do, more than `top`
  // Asked before each formula that is compared, and for some thousand of those that are scored by
  // postings: when it says so, there is an error instead.
  IsOver is_over = {};
};

}  // namespace noether::search
