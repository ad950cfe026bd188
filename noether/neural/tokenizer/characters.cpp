#include "noether/neural/tokenizer/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace noether::neural::tokens {
namespace {

// Blocks of 256 characters, each stored once, because most of them are empty or all letters.
class ClassTable {
 public:
  ClassTable() {
    std::vector<std::uint16_t> flat(kCharacters);
    for (const CharacterTable& table : character_tables()) {
      for (const auto& [first, last] : table.ranges) {
        for (char32_t c = first; c <= last; ++c) {
          flat[c] = static_cast<std::uint16_t>(flat[c] | table.bit);
        }
      }
    }
    flat[0] |= kIsRemoved;
    std::map<std::vector<std::uint16_t>, std::uint16_t> known;
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      const auto begin = flat.begin() + static_cast<std::ptrdiff_t>(block * 256);
      const auto [place, is_new] = known.try_emplace(std::vector<std::uint16_t>(begin, begin + 256),
                                                     static_cast<std::uint16_t>(known.size()));
      blocks_[block] = place->second;
      if (is_new) classes_.insert(classes_.end(), begin, begin + 256);
    }
  }

  std::uint16_t of(char32_t c) const {
    return c < kCharacters ? classes_[blocks_[c >> 8] * std::size_t{256} + (c & 0xFFU)]
                           : std::uint16_t{0};
  }

 private:
  static constexpr std::size_t kCharacters = 0x110000;
  std::array<std::uint16_t, kCharacters / 256> blocks_{};
  std::vector<std::uint16_t> classes_;
};

// Pairs of letters that are newer than the Unicode of utf8proc 2.8.
struct LetterPairs {
  char32_t first;
  char32_t last;
  std::int32_t to_lower;
};
constexpr auto kNewerPairs = std::to_array<LetterPairs>({
    {0x1C89, 0x1C89, 1},
    {0xA7CB, 0xA7CB, 0x264 - 0xA7CB},
    {0xA7CC, 0xA7CC, 1},
    {0xA7CE, 0xA7CE, 1},
    {0xA7D2, 0xA7D2, 1},
    {0xA7D4, 0xA7D4, 1},
    {0xA7DA, 0xA7DA, 1},
    {0xA7DC, 0xA7DC, 0x19B - 0xA7DC},
    {0x10D50, 0x10D65, 0x20},
    {0x16EA0, 0x16EB8, 0x1B},
});

}  // namespace

std::uint16_t character_classes(char32_t c) {
  static const ClassTable kTable;
  return kTable.of(c);
}

bool is_han(char32_t c) {
  static constexpr auto kRanges = std::to_array<CharacterRange>({{0x3400, 0x4DBF},
                                                                 {0x4E00, 0x9FFF},
                                                                 {0xF900, 0xFAFF},
                                                                 {0x20000, 0x2A6DF},
                                                                 {0x2A700, 0x2B81F},
                                                                 {0x2B920, 0x2CEAF},
                                                                 {0x2F800, 0x2FA1F}});
  return c >= 0x3400 && std::any_of(kRanges.begin(), kRanges.end(), [&](const CharacterRange& r) {
           return c >= r.first && c <= r.last;
         });
}

LowerCase lower_case(char32_t c) {
  if (c < 0x80) return {c >= 'A' && c <= 'Z' ? c + 32 : c, 0};
  if (c == 0x130) return {'i', 0x307};
  for (const LetterPairs& pairs : kNewerPairs) {
    if (c >= pairs.first && c <= pairs.last) {
      return {static_cast<char32_t>(static_cast<std::int32_t>(c) + pairs.to_lower), 0};
    }
  }
  return {static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))), 0};
}

bool is_decimal_digit(char32_t c) {
  return c < 0x80 ? c >= '0' && c <= '9'
                  : utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_ND;
}

}  // namespace noether::neural::tokens
