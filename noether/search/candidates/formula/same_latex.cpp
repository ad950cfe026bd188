#include "noether/search/candidates/formula/same_latex.h"

#include <string>
#include <unordered_map>

namespace noether::search {

base::Result<std::vector<std::vector<std::uint32_t>>> group_by_latex(
    const index::IndexReader& index, std::span<const std::uint32_t> formulas) {
  std::vector<std::vector<std::uint32_t>> groups;
  // Within a segment no two are the same.
  const bool can_repeat = index.segments().size() > 1;
  std::unordered_map<std::string, std::size_t> known;
  for (const std::uint32_t formula : formulas) {
    std::size_t group = groups.size();
    if (can_repeat) {
      auto stored = index.formula(formula);
      if (!stored) return std::unexpected(std::move(stored.error()));
      group = known.try_emplace(std::move(stored->latex), group).first->second;
    }
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(formula);
  }
  return groups;
}

}  // namespace noether::search
