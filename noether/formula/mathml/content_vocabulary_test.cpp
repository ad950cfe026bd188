#include "noether/formula/mathml/content_vocabulary.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::formula {
namespace {

TEST(ContentVocabulary, NamesEveryOperatorOnceInOurDictionary) {
  for (int i = 0; i <= static_cast<int>(Op::Fragments); ++i) {
    const Op op = static_cast<Op>(i);
    EXPECT_EQ(op_of_noether(noether_name(op)), op) << noether_name(op);
  }
  EXPECT_EQ(op_of_noether("no such operator"), std::nullopt);
}

TEST(ContentVocabulary, KnowsElements) {
  EXPECT_EQ(meaning_of_element("plus"), (Meaning{Op::Plus, ""}));
  EXPECT_EQ(meaning_of_element("sin"), (Meaning{Op::Call, "sin"}));
  EXPECT_EQ(meaning_of_element("real"), (Meaning{Op::Call, "Re"}));
  EXPECT_EQ(meaning_of_element("reals"), (Meaning{Op::Variable, "ℝ"}));
  EXPECT_EQ(meaning_of_element("rem"), (Meaning{Op::Modulo, ""}));
  EXPECT_EQ(meaning_of_element("ci"), std::nullopt);
  EXPECT_EQ(meaning_of_element("mrow"), std::nullopt);
}

TEST(ContentVocabulary, KnowsTheNamesOfLatexml) {
  EXPECT_EQ(meaning_of_latexml("hyperbolic-cotangent"), (Meaning{Op::Call, "coth"}));
  EXPECT_EQ(meaning_of_latexml("delimited-⟨⟩"), (Meaning{Op::Delimited, "⟨⟩"}));
  EXPECT_EQ(meaning_of_latexml("norm"), (Meaning{Op::Norm, ""}));
  EXPECT_EQ(meaning_of_latexml("infix"), std::nullopt);  // only in the dictionary "noether"
  EXPECT_EQ(meaning_of_latexml("no such name"), std::nullopt);
}

TEST(ContentVocabulary, TakesGlyphsForWhatTheyMean) {
  EXPECT_EQ(meaning_as_operand("x"), (Meaning{Op::Variable, "x"}));
  EXPECT_EQ(meaning_as_operand("∞"), (Meaning{Op::Infinity, ""}));
  EXPECT_EQ(meaning_as_operand("("), (Meaning{Op::Symbol, "("}));
  EXPECT_EQ(meaning_as_operand("sin"), (Meaning{Op::Variable, "sin"}));
  EXPECT_EQ(meaning_as_operand("⊎"), (Meaning{Op::Infix, "⊎"}));
  EXPECT_EQ(meaning_as_head("⋅", 2), (Meaning{Op::Times, ""}));
  EXPECT_EQ(meaning_as_head("→", 2), (Meaning{Op::To, ""}));
  EXPECT_EQ(meaning_as_head("→", 1), (Meaning{Op::Call, "→"}));  // the arrow over a vector
  EXPECT_EQ(meaning_as_head("f", 1), (Meaning{Op::Call, "f"}));
}

TEST(ContentVocabulary, StripsFontPrefixes) {
  EXPECT_EQ(without_font_prefix("italic-ϵ"), "ϵ");
  EXPECT_EQ(without_font_prefix("normal-Γ"), "Γ");
  EXPECT_EQ(without_font_prefix("bold-x"), "𝐱");
  EXPECT_EQ(without_font_prefix("normal-form"), "normal-form");
  EXPECT_EQ(without_font_prefix("x"), "x");
}

TEST(ContentVocabulary, CountsPrimes) {
  EXPECT_EQ(count_primes("′′′"), 3u);
  EXPECT_EQ(count_primes("′x"), 0u);
  EXPECT_EQ(count_primes(""), 0u);
}

TEST(ContentVocabulary, KnowsInversesAndBigForms) {
  EXPECT_EQ(inverse_function("sin"), "arcsin");
  EXPECT_EQ(inverse_function("exp"), "");
  EXPECT_EQ(element_of_function("Re"), "real");
  EXPECT_EQ(element_of_function("f"), "");
  EXPECT_EQ(big_form(Op::Union), (Meaning{Op::BigUnion, ""}));
  EXPECT_EQ(big_form(Op::Plus), std::nullopt);
}

}  // namespace
}  // namespace noether::formula
