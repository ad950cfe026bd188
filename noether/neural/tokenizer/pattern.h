// The patterns of Split and Replace: a text, or one of the regular expressions of published
// tokenizers.
// These are a class of characters with a count, such as ` {2,}` or `\s+`, and the patterns of GPT-2
// and GPT-4 with their relatives, which are written out as loops: no character is read more than
// twice, so the time is linear in the text. Any other pattern is an error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::neural::tokens {

// The pattern of Qwen 2: words with the sign before them, single digits, runs of signs.
inline constexpr std::string_view kQwen2Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

class Pattern {
 public:
  static Pattern literal(std::string_view text);
  static base::Result<Pattern> regular_expression(std::string_view expression);
  // The pattern of GPT-2, which ByteLevel uses.
  static Pattern gpt2();

  struct Match {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The number of bytes of the shortest match; at least 1.
  std::size_t shortest() const {
    return kind_ == Kind::Literal ? std::max<std::size_t>(1, text_.size()) : least_;
  }
  // The first match at or after `from`. It ends at the end of the text or before.
  std::optional<Match> find(std::string_view text, std::size_t from) const;

 private:
  enum class Kind : std::uint8_t { Literal, Characters, Gpt2, Gpt4 };
  enum class Set : std::uint8_t { One, Space, Digit, AsciiDigit, Word, Letter, Number, LineEnd };

  bool read_characters(std::string_view expression);
  bool has(char32_t c) const;
  std::optional<Match> find_characters(std::string_view text, std::size_t from) const;
  std::size_t gpt2_end(std::string_view text, std::size_t at) const;
  std::size_t gpt4_end(std::string_view text, std::size_t at) const;

  Kind kind_ = Kind::Literal;
  std::string text_;
  Set set_ = Set::One;
  bool is_negated_ = false;
  char32_t character_ = 0;
  std::size_t least_ = 1;
  std::size_t most_ = std::numeric_limits<std::size_t>::max();
  std::size_t most_digits_ = 3;
};

}  // namespace noether::neural::tokens
