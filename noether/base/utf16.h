// Places in a text counted in UTF-16 code units, as strings of JavaScript are, and in bytes.
//
// A byte that is not UTF-8 counts as one unit, as the replacement character it becomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "noether/base/error.h"

namespace noether::base {

std::size_t utf16_length(std::string_view text);

// The byte before which there are this many units; inside a pair of surrogates, the byte before the
// pair; past the end, the end.
std::size_t byte_of_utf16(std::string_view text, std::size_t units);

// Places in one text that are requested from left to right: each costs only the text in between.
class Utf16Places {
 public:
  explicit Utf16Places(std::string_view text) : text_(text) {}

  // The result for a byte inside a character is the place after it; past the end, the end.
  std::uint32_t units_before(std::size_t byte);
  Span span(Span bytes);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::uint32_t units_ = 0;
};

}  // namespace noether::base
