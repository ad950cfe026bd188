#include "noether/search/formula/formula_search_options.h"

#include <algorithm>
#include <array>
#include <utility>

namespace noether::search {
namespace {

constexpr std::array<std::pair<std::string_view, FormulaMode>, 6> kModes = {{
    {"similar", FormulaMode::Similar},
    {"paths", FormulaMode::Paths},
    {"contains", FormulaMode::Contains},
    {"contains-renamed", FormulaMode::ContainsRenamed},
    {"same", FormulaMode::Same},
    {"equal", FormulaMode::Equal},
}};

}  // namespace

std::string_view formula_mode_name(FormulaMode mode) {
  return std::ranges::find(kModes, mode, [](const auto& m) { return m.second; })->first;
}

std::optional<FormulaMode> formula_mode_by_name(std::string_view name) {
  const auto* const found = std::ranges::find(kModes, name, [](const auto& m) { return m.first; });
  if (found == kModes.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string_view> formula_mode_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, mode] : kModes) names.push_back(name);
  return names;
}

}  // namespace noether::search
