// How small and how large the terms of a row can be, in terms of a limited size.
//
// The largest useful size of a row is the limit less the cheapest surroundings that a term of the
// row needs in a term of the root. It is what makes counting fast: most classes of a large graph
// are deep below the root, and only their few smallest terms ever fit.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "noether/egraph/terms/grammar.h"

namespace noether::egraph {

struct SizeBounds {
  static constexpr std::uint32_t kNoTerm = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> smallest;  // by row; kNoTerm where none is within the limit
  std::vector<std::uint32_t> largest;   // by row; 0 where no term of the row is part of any wanted

  bool is_used(std::uint32_t row) const { return smallest[row] <= largest[row]; }
};

// Without a root, every row is wanted for its own sake.
SizeBounds bound_sizes(const TermGrammar& grammar, std::optional<std::uint32_t> root_row,
                       std::uint32_t max_size);

// The size of the smallest term of a production: kNoTerm where there is none.
inline std::uint32_t smallest_size(const Production& production,
                                   const std::vector<std::uint32_t>& smallest) {
  std::uint64_t size = production.writes_token() ? 1 : 0;
  if (production.has_left()) size += smallest[production.left];
  if (production.has_right()) size += smallest[production.right];
  return size < SizeBounds::kNoTerm ? static_cast<std::uint32_t>(size) : SizeBounds::kNoTerm;
}

}  // namespace noether::egraph
