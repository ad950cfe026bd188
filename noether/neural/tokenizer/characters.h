// The properties of characters for normalisers and pre-tokenizers: the same as in Hugging Face's
// library, whose parts follow Unicode 8, 9 and 17.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace noether::neural::tokens {

// Bits of character_classes.
enum CharacterClass : std::uint16_t {
  kIsPunctuation = 1,  // also the symbols of ASCII, such as `$` and `+`
  kIsNumeric = 2,      // any kind of number, for Digits
  kIsWord = 4,         // \w
  kIsLetter = 8,       // \p{L}
  kIsNumber = 16,      // \p{N}
  kIsMark = 32,        // any mark, for StripAccents
  kIsNonspacing = 64,  // a nonspacing mark, for BertNormalizer
  kIsRemoved = 128,    // a control character, for BertNormalizer
  kIsSpace = 256,      // white space
};

std::uint16_t character_classes(char32_t c);
inline bool is_class(char32_t c, std::uint16_t classes) {
  return (character_classes(c) & classes) != 0;
}

// A Chinese character, which BertNormalizer separates from its neighbours.
bool is_han(char32_t c);

// The lower case of a character. For one character it is two characters.
struct LowerCase {
  char32_t first = 0;
  char32_t second = 0;  // 0 if there is only one
};
LowerCase lower_case(char32_t c);

// A decimal digit, \d.
bool is_decimal_digit(char32_t c);

struct CharacterRange {
  char32_t first;
  char32_t last;
};
struct CharacterTable {
  CharacterClass bit;
  std::span<const CharacterRange> ranges;
};
std::span<const CharacterTable> character_tables();

}  // namespace noether::neural::tokens
