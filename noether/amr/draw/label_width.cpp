#include "noether/amr/draw/label_width.h"

#include <utility>

#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

// The width as a share of the font size, slightly more than in the usual sans-serif fonts.
double character_width(char32_t c) {
  constexpr std::u32string_view kNarrow = U"fijlrtI.,:;|'!()[]\"-· ";
  if (c >= 0x300 && c < 0x370) return 0;  // combining
  if (kNarrow.contains(c)) return 0.34;
  if (c == U'm' || c == U'w' || c == U'M' || c == U'W' || c == U'@') return 0.88;
  if (c >= U'A' && c <= U'Z') return 0.68;
  if (c < 0x2000) return 0.57;
  return c < 0x2E80 ? 0.75 : 1.0;
}

}  // namespace

double label_width(std::string_view text, double font_size) {
  double width = 0;
  for (const base::CodePoint& c : base::code_points(text)) width += character_width(c.value);
  return width * font_size;
}

std::string cut_label(std::string_view text, std::size_t characters) {
  std::size_t count = 0;
  std::size_t kept = 0;  // bytes of all characters but the last
  std::size_t bytes = 0;
  for (const base::CodePoint& c : base::code_points(text)) {
    if (++count > characters) return std::string(text.substr(0, kept)) + "…";
    if (count < characters) kept += c.bytes.size();
    bytes += c.bytes.size();
  }
  return std::string(text.substr(0, bytes));
}

std::vector<std::string> wrapped(std::string_view text, double font_size, double width,
                                 std::size_t most_lines) {
  constexpr std::string_view kGaps = " \t\r\n";
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = text.find_first_not_of(kGaps); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kGaps, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = text.find_first_not_of(kGaps, end);
    std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (line.empty() || label_width(longer, font_size) <= width) {
      line = std::move(longer);
      continue;
    }
    if (lines.size() + 1 == most_lines) {
      lines.push_back(line + " …");
      return lines;
    }
    lines.push_back(std::exchange(line, std::string(word)));
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace noether::amr
