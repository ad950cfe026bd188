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

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::distance(code_points(text)));
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t bytes = 0;
  for (const CodePoint& one : code_points(text)) {
    if (count-- == 0) break;
    bytes += one.bytes.size();
  }
  return text.substr(0, bytes);
}

namespace {

std::uint32_t units_of(const CodePoint& point) { return point.value >= 0x10000 ? 2 : 1; }

}  // namespace

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const CodePoint& point : code_points(text)) units += units_of(point);
  return units;
}

std::size_t byte_of_utf16(std::string_view text, std::size_t units) {
  std::size_t byte = 0;
  while (byte < text.size() && units > 0) {
    const CodePoint point = decode_code_point(text.substr(byte));
    if (units < units_of(point)) break;
    units -= units_of(point);
    byte += point.bytes.size();
  }
  return byte;
}

std::uint32_t Utf16Places::units_before(std::size_t byte) {
  byte = std::min(byte, text_.size());
  if (byte < byte_) {
    byte_ = 0;
    units_ = 0;
  }
  while (byte_ < byte) {
    const CodePoint point = decode_code_point(text_.substr(byte_));
    units_ += units_of(point);
    byte_ += point.bytes.size();
  }
  return units_;
}

Span Utf16Places::span(Span bytes) {
  const std::uint32_t begin = units_before(bytes.begin);
  return {begin, units_before(std::max(bytes.begin, bytes.end))};
}

}  // namespace noether::base
