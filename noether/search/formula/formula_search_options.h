// The modes of a search for formulas, and its options.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/search/is_over.h"

namespace noether::search {

enum class FormulaMode : std::uint8_t {
  Similar,          // with wildcards: formulas that contain a match, ranked
  Paths,            // similar by path scores alone, as in Approach0 (path_search.h)
  Contains,         // formulas that contain the query, up to the order of operands
  ContainsRenamed,  // the same, also up to the names of variables
  Same,             // the query itself, up to the order of operands
  Equal,            // formulas that algebra finds equal to the query
};

// similar paths contains contains-renamed same equal
std::string_view formula_mode_name(FormulaMode mode);
std::optional<FormulaMode> formula_mode_by_name(std::string_view name);
std::vector<std::string_view> formula_mode_names();

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
  double equal_seconds = kEqualSeconds;  // the time limit of algebra in the mode `equal`
  // A query that consists of an operator alone finds the formulas that contain it.
  bool bare_operators = false;
  bool all_of_operator = false;  // returns all of these formulas, even if they are more than `top`
  // Called before each formula that is compared, and once for some thousand of the formulas that
  // are scored by postings. If it returns true, the search returns an error.
  IsOver is_over = {};
};

}  // namespace noether::search
