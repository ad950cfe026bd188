// Code points of UTF-8 text. Nothing here fails on bytes that are not UTF-8: each such byte reads
// as the replacement character U+FFFD, marked as invalid.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace noether::base {

inline constexpr char32_t kReplacementCharacter = U'\uFFFD';

struct CodePoint {
  char32_t value = 0;
  std::string_view bytes;  // the part of the text that says it
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

}  // namespace noether::base
