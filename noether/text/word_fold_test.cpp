#include "noether/text/word_fold.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "noether/base/utf8.h"

namespace noether::text {
namespace {

// Else a word that was folded would read as two.
TEST(WordFold, MakesOnlyPartsOfWordsFromParts) {
  std::array<char, kMaxFoldedBytes> folded;
  std::size_t letters = 0;
  for (char32_t c = 0x80; c < 0x20000; ++c) {
    if (word_part(c) != WordPart::Letter) continue;
    ++letters;
    std::string_view rest(folded.data(), fold_character(c, folded.data()));
    while (!rest.empty()) {
      const auto part = base::decode_code_point(rest);
      EXPECT_NE(word_part(part.value), WordPart::None) << std::hex << static_cast<unsigned>(c);
      rest.remove_prefix(part.bytes.size());
    }
  }
  EXPECT_GT(letters, 40'000U);
}

TEST(WordFold, DropsTheDotOfAnL) {
  std::array<char, kMaxFoldedBytes> folded;
  EXPECT_EQ(std::string_view(folded.data(), fold_character(U'ŀ', folded.data())), "l");
}

}  // namespace
}  // namespace noether::text
