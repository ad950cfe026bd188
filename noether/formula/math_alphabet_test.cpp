#include "noether/formula/math_alphabet.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::formula {
namespace {

std::string styled(std::string_view text, Alphabet alphabet) {
  std::string out;
  append_styled(out, text, alphabet);
  return out;
}

std::string unstyled(std::string_view text) {
  std::string out;
  append_unstyled(out, text);
  return out;
}

TEST(MathAlphabet, StylesLatinGreekAndDigits) {
  EXPECT_EQ(styled("Ax0θΓ", Alphabet::Bold), "𝐀𝐱𝟎𝛉𝚪");
  EXPECT_EQ(styled("Axα", Alphabet::BoldItalic), "𝑨𝒙𝜶");
  EXPECT_EQ(styled("Fk1", Alphabet::DoubleStruck), "𝔽𝕜𝟙");
  EXPECT_EQ(styled("gA", Alphabet::Fraktur), "𝔤𝔄");
  EXPECT_EQ(styled("gA", Alphabet::BoldFraktur), "𝖌𝕬");
  EXPECT_EQ(styled("ACm", Alphabet::Script), "𝒜𝒞𝓂");
  EXPECT_EQ(styled("ZFC0", Alphabet::SansSerif), "𝖹𝖥𝖢𝟢");
  EXPECT_EQ(styled("a9", Alphabet::Monospace), "𝚊𝟿");
  EXPECT_EQ(styled("x+θ", Alphabet::Plain), "x+θ");
}

TEST(MathAlphabet, FillsHolesFromLetterlikeSymbols) {
  EXPECT_EQ(styled("BEFHILMRego", Alphabet::Script), "ℬℰℱℋℐℒℳℛℯℊℴ");
  EXPECT_EQ(styled("CHIRZ", Alphabet::Fraktur), "ℭℌℑℜℨ");
  EXPECT_EQ(styled("CHNPQRZ", Alphabet::DoubleStruck), "ℂℍℕℙℚℝℤ");
}

TEST(MathAlphabet, KeepsCharactersTheAlphabetLacks) {
  EXPECT_EQ(styled("+→é", Alphabet::Bold), "+→é");
  EXPECT_EQ(styled("θ5", Alphabet::Script), "θ5");
}

TEST(MathAlphabet, FoldsItalicOntoPlainLetters) {
  EXPECT_EQ(unstyled("𝑥𝐴ℎ𝜃𝛤𝜕𝜖𝜗𝜙𝜚𝜛𝛻"), "xAhθΓ∂ϵϑϕϱϖ∇");
  EXPECT_EQ(unstyled("𝐱ℝ𝔤𝒙+"), "𝐱ℝ𝔤𝒙+");
}

TEST(MathAlphabet, ItalicIsTheInverseOfFolding) {
  for (char32_t letter = 1; letter < 0x2300; ++letter) {
    if (letter == 0x210E) continue;  // ℎ is itself the italic h
    EXPECT_EQ(unstyle_italic(to_italic(letter)), letter) << static_cast<unsigned>(letter);
  }
  EXPECT_EQ(to_italic(U'h'), char32_t{0x210E});
  EXPECT_EQ(to_italic(U'x'), U'𝑥');
  EXPECT_EQ(to_italic(U'+'), U'+');
}

TEST(MathAlphabet, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(styled(std::string_view("a\xFFz", 3), Alphabet::Bold), "𝐚\uFFFD𝐳");
}

}  // namespace
}  // namespace noether::formula
