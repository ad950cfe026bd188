#include "noether/base/utf16.h"

#include <algorithm>

#include "noether/base/utf8.h"

namespace noether::base {
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
