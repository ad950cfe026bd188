// Estimates the width of a text in a picture, without the font.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace noether::amr {

double label_width(std::string_view text, double font_size);

// Shortens the text to this many characters, with dots in place of the rest.
std::string cut_label(std::string_view text, std::size_t characters);

// Breaks the text into lines no wider than `width`; a single word may be wider. Lines beyond
// `most_lines` are left out, and dots mark the end.
std::vector<std::string> wrapped(std::string_view text, double font_size, double width,
                                 std::size_t most_lines);

}  // namespace noether::amr
