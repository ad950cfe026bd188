// Formulas as words, as the TF-IDF baselines of ARQMath have them.
//
//   raw       runs of letters and digits, all else is lost:  \frac{a_1}{n!}  frac a 1 n
//   symbols   every token a word of its own:                 frac a subscript 1 n factorial
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace noether::evaluation {

enum class LatexWords : std::uint8_t { Raw, Symbols };

// Words are in lower case and live until the next one. What a reader of a page does not see in the
// LaTeX, such as braces and spacing, is no symbol.
void for_each_latex_word(std::string_view latex, LatexWords words,
                         const std::function<void(std::string_view)>& word);

}  // namespace noether::evaluation
