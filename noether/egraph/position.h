// Places in a term: which child to take, from the root down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "noether/egraph/terms/term.h"

namespace noether::egraph {

using Position = std::vector<std::uint32_t>;

// The first token of the subterm at a position; nothing when the term has no such place.
std::optional<std::size_t> subterm_begin(const Term& term, const Position& position);

}  // namespace noether::egraph
