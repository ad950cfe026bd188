// Characters of UTF-8 text: code points, lengths in characters, and places in UTF-16 code units.
// Nothing here fails on bytes that are not UTF-8: each such byte reads as the replacement character
// U+FFFD, marked as invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::base {

inline constexpr char32_t kReplacementCharacter = U'\uFFFD';

struct CodePoint {
  char32_t value = 0;
  std::string_view bytes;  // the part of the text that encodes it
  bool valid = true;

  friend bool operator==(const CodePoint&, const CodePoint&) = default;
};

CodePoint decode_beyond_ascii(std::string_view text);

// The first code point of a text that is not empty.
inline CodePoint decode_code_point(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {first, text.substr(0, 1), true};
  return decode_beyond_ascii(text);
}

// Surrogates and numbers above U+10FFFF are written as U+FFFD.
void append_code_point(std::string& text, char32_t value);
std::string encode_code_point(char32_t value);

// The place of the first byte that is not UTF-8; empty if the text is valid.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// for (const CodePoint& c : code_points(text)) ...
class CodePoints {
 public:
  class Iterator {
   public:
    using value_type = CodePoint;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(std::string_view rest) : rest_(rest) { decode(); }

    const CodePoint& operator*() const { return current_; }
    const CodePoint* operator->() const { return &current_; }
    Iterator& operator++() {
      rest_.remove_prefix(current_.bytes.size());
      decode();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    // Iterators of the same text are equal if the same bytes remain.
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.rest_.size() == b.rest_.size();
    }
    friend bool operator==(const Iterator& a, std::default_sentinel_t) { return a.rest_.empty(); }

   private:
    void decode() {
      if (!rest_.empty()) current_ = decode_code_point(rest_);
    }

    std::string_view rest_;
    CodePoint current_;
  };

  explicit CodePoints(std::string_view text) : text_(text) {}
  Iterator begin() const { return Iterator(text_); }
  static std::default_sentinel_t end() { return {}; }

 private:
  std::string_view text_;
};

inline CodePoints code_points(std::string_view text) { return CodePoints(text); }

// Lengths in Unicode characters, as people and ARQMath's limit of answers count them:
// code points; a byte that is not UTF-8 counts as one.
std::size_t count_characters(std::string_view text);
// Returns the first `count` characters, or the whole text if it is shorter.
std::string_view first_characters(std::string_view text, std::size_t count);

// Places in a text, counted in bytes and in UTF-16 code units as JavaScript counts them. A byte
// that is not UTF-8 counts as one unit, that of the replacement character.
std::size_t utf16_length(std::string_view text);

// Returns the byte offset after this many units: inside a surrogate pair, the start of the pair;
// past the end, the end.
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
