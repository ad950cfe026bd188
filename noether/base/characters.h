// Lengths in Unicode characters, as people and ARQMath's limit of answers count them.
#pragma once

#include <cstddef>
#include <string_view>

namespace noether::base {

// Code points; a byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);
// The first of them, or all that there are.
std::string_view first_characters(std::string_view text, std::size_t count);

}  // namespace noether::base
