// What a formula says in words, and where it ends.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/formula/layout_tree.h"

namespace noether::bench {

// Keys of the words of a formula however they are set, sorted: \gcd, \text{gcd} and gcd, a run
// of letters without scripts, are one.
std::vector<std::uint64_t> names_in(const formula::LayoutTree& tree);

// The full stop or comma of the sentence that a formula stands in is not part of it.
std::string_view without_punctuation(std::string_view latex);

}  // namespace noether::bench
