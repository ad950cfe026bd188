#include "noether/search/candidates/source.h"

#include <fmt/format.h>

namespace noether::search {

base::Result<void> expect_spaces(const index::IndexReader& index, const SearchWeights& weights) {
  if (!index.lacks_spaces()) return {};
  for (const SourceChoice& choice : weights.sources) {
    if (choice.weight <= 0 || choice.kind->spaces == nullptr) continue;
    for (const std::uint32_t space : choice.kind->spaces(weights)) {
      auto has = index.expect_space(space);
      if (has) continue;
      has.error().message =
          fmt::format("the list '{}' of the profile: {}", choice.kind->name, has.error().message);
      return has;
    }
  }
  return {};
}

}  // namespace noether::search
