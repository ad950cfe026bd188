// How many letters must be put in, left out, replaced or swapped with a neighbour to make one word
// of another.
#pragma once

#include <cstddef>
#include <string_view>

namespace noether::search {

// By code points. `limit` + 1 when the distance is larger than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// How many edits are still a slip of the fingers in a word this long: none for a letter or two.
std::size_t plausible_edits(std::string_view word);

}  // namespace noether::search
