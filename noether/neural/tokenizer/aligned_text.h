// Text on its way to becoming tokens, each byte with the bytes of the original that it represents.
// It is always valid UTF-8. Alignments follow the rules of Hugging Face's library, so that spans of
// tokens are the same: a character that replaces another one represents it, an inserted one
// represents what its predecessor does, and a removed one disappears.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::neural::tokens {

// The number of bytes of the character that begins with this byte, in valid UTF-8.
inline std::size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// Returns the character at `at` of valid UTF-8, and moves `at` past it.
inline char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t first = byte(0);
  if (first < 0x80) {
    at += 1;
    return first;
  }
  if (first < 0xE0) {
    const char32_t c = (first & 0x1FU) << 6 | (byte(1) & 0x3FU);
    at += 2;
    return c;
  }
  if (first < 0xF0) {
    const char32_t c = (first & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    at += 3;
    return c;
  }
  const char32_t c =
      (first & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU);
  at += 4;
  return c;
}

inline bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

struct AlignedText {
  std::string text;
  std::vector<base::Span> origin;  // of each byte: the whole characters that it represents
  std::uint32_t begin = 0;         // start of this text in the original
  bool is_inner = false;  // a part of a formula, without the sign that marks the start of a word

  // The bytes of the original from `first` on. A byte that is not UTF-8 reads as U+FFFD.
  void assign(std::string_view original, std::uint32_t first);
  // Clears the text and gives it the place of another one.
  void restart(const AlignedText& other) {
    text.clear();
    origin.clear();
    begin = other.begin;
    is_inner = other.is_inner;
  }
  // The span that the bytes from `first` to before `last` represent.
  base::Span span(std::size_t first, std::size_t last) const {
    return first < last ? base::Span{origin[first].begin, origin[last - 1].end}
                        : base::Span{begin, begin};
  }
};

// Writes a changed text character by character, and reads the old one alongside.
class Rewriter {
 public:
  Rewriter(const AlignedText& from, AlignedText& to) : from_(from), to_(to) {
    to.restart(from);
    to.text.reserve(from.text.size() + 16);
    to.origin.reserve(from.text.size() + 16);
  }

  std::size_t at() const { return at_; }

  // Copies the next `bytes` unchanged.
  void copy(std::size_t bytes);
  // Leaves out the next character.
  void drop() { skip(1); }
  // Writes `c` in place of the next character, and leaves out `removed` characters after that.
  void replace(char32_t c, std::size_t removed = 0);
  // Inserts `c`, which replaces no character of the old text: it represents the same as its
  // predecessor.
  void insert(char32_t c);
  void insert(std::string_view text);
  // Uses the convention of the library's transformations: 1 inserts, 0 and below replace and
  // remove.
  void put(char32_t c, int change) {
    if (change > 0) {
      insert(c);
    } else {
      replace(c, static_cast<std::size_t>(-change));
    }
  }

 private:
  void skip(std::size_t characters);
  void append(char32_t c, base::Span origin);

  const AlignedText& from_;
  AlignedText& to_;
  std::size_t at_ = 0;
};

}  // namespace noether::neural::tokens
