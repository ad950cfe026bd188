#include "noether/base/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace noether::base {

CodePoint decode_beyond_ascii(std::string_view text) {
  // A code point has at most four bytes; the length must fit utf8proc's signed type.
  const auto length = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4));
  utf8proc_int32_t value = -1;
  const utf8proc_ssize_t used =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), length, &value);
  if (used <= 0) return {kReplacementCharacter, text.substr(0, 1), false};
  return {static_cast<char32_t>(value), text.substr(0, static_cast<std::size_t>(used)), true};
}

void append_code_point(std::string& text, char32_t value) {
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) value = kReplacementCharacter;
  std::array<utf8proc_uint8_t, 4> bytes;
  const utf8proc_ssize_t length =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(value), bytes.data());
  text.append(bytes.begin(), bytes.begin() + length);
}

std::string encode_code_point(char32_t value) {
  std::string text;
  append_code_point(text, value);
  return text;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (const CodePoint& code_point : code_points(text)) {
    if (!code_point.valid) return static_cast<std::size_t>(code_point.bytes.data() - text.data());
  }
  return std::nullopt;
}

}  // namespace noether::base
