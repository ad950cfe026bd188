// One character beyond ASCII as a part of a word.
#pragma once

#include <string>
#include <string_view>

namespace noether::text {

enum class WordPart : unsigned char {
  None,       // ends a word
  Letter,     // or a digit, or a mark
  Ideograph,  // a word by itself
  Ignored,    // draws nothing: a soft hyphen, a joiner
};

WordPart word_part(char32_t c);

// The longest folding of one character has this many bytes.
inline constexpr std::size_t kMaxFoldedBytes = 64;

// Writes the folded character and says how many bytes; 0 for a mark.
std::size_t fold_character(char32_t c, char* out);

}  // namespace noether::text
