#include "noether/collection/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::collection {
namespace {

std::uint64_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::uint64_t>(std::ranges::count(text.substr(0, at), '\n'));
}

std::string from_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 16);
  for (const char byte : bytes) base::append_code_point(text, static_cast<unsigned char>(byte));
  return text;
}

bool is_high(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// An invalid unit, and half a unit at the end, become U+FFFD.
DecodedText from_utf16(std::string_view bytes, bool big_endian) {
  DecodedText decoded;
  decoded.text.reserve(bytes.size());
  const auto unit_at = [&](std::size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return big_endian ? first * 256U + second : second * 256U + first;
  };
  const auto replace = [&] {
    if (decoded.odd_line == 0) decoded.odd_line = line_of(decoded.text, decoded.text.size());
    decoded.odd = "not UTF-16 here, so characters are missing";
    base::append_code_point(decoded.text, base::kReplacementCharacter);
  };
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    char32_t value = unit_at(at);
    if (is_high(value) && at + 3 < bytes.size() && is_low(unit_at(at + 2))) {
      value = 0x10000 + ((value - 0xD800) << 10U) + (unit_at(at + 2) - 0xDC00);
      at += 2;
    }
    if (is_high(value) || is_low(value)) {
      replace();
    } else {
      base::append_code_point(decoded.text, value);
    }
  }
  if (at < bytes.size()) replace();
  return decoded;
}

}  // namespace

DecodedText decode_text(std::string bytes) {
  DecodedText decoded;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    decoded = from_utf16(std::string_view(bytes).substr(2), bytes.front() == '\xFE');
  } else {
    decoded.text = std::move(bytes);
    if (decoded.text.starts_with("\xEF\xBB\xBF")) decoded.text.erase(0, 3);
  }
  if (decoded.text.find('\0') != std::string::npos) {
    decoded = {};
    decoded.is_text = false;
    return decoded;
  }
  if (const auto invalid = base::find_invalid_utf8(decoded.text)) {
    decoded.odd_line = line_of(decoded.text, *invalid);
    decoded.odd = "not UTF-8 from here on, so the file is read as Latin-1";
    decoded.text = from_latin1(decoded.text);
  }
  return decoded;
}

}  // namespace noether::collection
