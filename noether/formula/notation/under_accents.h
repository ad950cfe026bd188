// The LaTeX commands that draw a sign below, by the sign: for both writers of LaTeX.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace noether::formula {

inline constexpr auto kUnderAccents =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"¯", "underline"},
                                                                  {"~", "utilde"},
                                                                  {"→", "underrightarrow"},
                                                                  {"←", "underleftarrow"},
                                                                  {"↔", "underleftrightarrow"},
                                                                  {"⏝", "underparen"},
                                                                  {"⏟", "underbrace"},
                                                                  {"⎵", "underbracket"}});

}  // namespace noether::formula
