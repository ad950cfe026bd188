// A line of a derivation as text: what stands around it, and where it falls into parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::algebra {

std::string_view without_blanks(std::string_view text);
// Without blanks, \quad, \, and the like at the end.
std::string_view without_spaces_behind(std::string_view text);

// The line without what only sets it in a display: & and $, \\ at the end, and the full stop.
std::string_view without_layout(std::string_view line);
// A line that only opens or closes a display.
bool is_display_frame(std::string_view line);

// The line without arrows and words in front that say that it follows.
std::string_view without_arrows(std::string_view line, bool& follows);
// 2x + 4 = 10 | -4: what will be done next is written behind a bar.
std::string_view without_note(std::string_view line);
// Where the line goes on with what is only nearly equal; npos when it does not.
std::size_t find_approximation(std::string_view line);

// `no solution` and `all numbers`, in the words people use for them.
bool says_none(std::string_view line);
bool says_all(std::string_view line);

// The text with one sign for each ±, and the other one for each ∓; of the same length.
std::string with_sign(std::string_view text, bool upper);

enum class Joint : std::uint8_t { None, Or, And, Comma };
struct LinePart {
  Joint before = Joint::None;
  std::string text;
  std::size_t offset = 0;
};
// The parts between `or`, `and`, their signs, and commas outside of brackets.
std::vector<LinePart> split_line(std::string_view line, std::size_t offset);

}  // namespace noether::algebra
