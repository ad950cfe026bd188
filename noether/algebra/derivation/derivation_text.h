// The text of a line of a derivation: its surroundings, and its division into parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::algebra {

std::string_view without_blanks(std::string_view text);
// Removes blanks, \quad, \, and the like from the end.
std::string_view without_spaces_behind(std::string_view text);

// Removes the layout of a display: & and $, \\ at the end, and the full stop.
std::string_view without_layout(std::string_view line);
// Returns whether the line only opens or closes a display.
bool is_display_frame(std::string_view line);

// Removes leading arrows and words which say that the line follows from the previous one.
std::string_view without_arrows(std::string_view line, bool& follows);
// 2x + 4 = 10 | -4: removes the note behind the bar, which announces the next operation.
std::string_view without_note(std::string_view line);
// The position where an approximation follows; npos if there is none.
std::size_t find_approximation(std::string_view line);

// Recognises `no solution` and `all numbers` in their usual wordings.
bool says_none(std::string_view line);
bool says_all(std::string_view line);

// Replaces each ± by one sign, and each ∓ by the other; the length stays the same.
std::string with_sign(std::string_view text, bool upper);

enum class Joint : std::uint8_t { None, Or, And, Comma };
struct LinePart {
  Joint before = Joint::None;
  std::string text;
  std::size_t offset = 0;
};
// Splits at `or`, `and`, their signs, and commas outside of brackets.
std::vector<LinePart> split_line(std::string_view line, std::size_t offset);

}  // namespace noether::algebra
