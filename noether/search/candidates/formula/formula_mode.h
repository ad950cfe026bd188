// The ways to look for a formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace noether::search {

enum class FormulaMode : std::uint8_t {
  Similar,          // with wildcards: those that contain a match, ranked
  Paths,            // similar by path scores alone, as in Approach0 (path_search.h)
  Contains,         // the query is a part of the formula, up to the order of operands
  ContainsRenamed,  // and up to the names of variables
  Same,             // the query itself, up to the order of operands
  Equal,            // what equals the query, as algebra finds
};

// similar paths contains contains-renamed same equal
std::string_view formula_mode_name(FormulaMode mode);
std::optional<FormulaMode> formula_mode_by_name(std::string_view name);
std::vector<std::string_view> formula_mode_names();

}  // namespace noether::search
