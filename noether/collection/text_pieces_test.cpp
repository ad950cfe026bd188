#include "noether/collection/text_pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The formulas are the texts between dollar signs.
text::Field field(std::string name, std::string text) {
  text::Field made{.name = std::move(name), .text = std::move(text), .formulas = {}};
  for (std::size_t at = made.text.find('$'); at != std::string::npos;
       at = made.text.find('$', at + 1)) {
    const std::size_t end = made.text.find('$', at + 1);
    made.formulas.push_back(
        {static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end), "", ""});
    at = end;
  }
  return made;
}

TextPieces pieces(PieceCut cut, const std::string& body) {
  text::Document document;
  document.fields = {field("body", body)};
  const auto texts = cut_document(document, cut);
  return texts.empty() ? TextPieces() : texts.front();
}

TEST(TextPieces, AreSentencesWithTheirFormulas) {
  EXPECT_THAT(pieces(PieceCut::Sentences, "Let $x = 1. 5$ be. Is $f(x)=1$?\nYes."),
              ElementsAre("Let $x = 1. 5$ be.", "Is $f(x)=1$?", "Yes."));
}

TEST(TextPieces, AreWholeTextsForDecoders) {
  EXPECT_THAT(pieces(PieceCut::Whole, " Let $x = 1$.\nIs it?  Yes.\n"),
              ElementsAre("Let $x = 1$.\nIs it?  Yes."));
  EXPECT_THAT(pieces(PieceCut::Whole, " \n"), IsEmpty());
}

TEST(TextPieces, AreChunksAroundFormulasOfMoreThanThreeTokens) {
  EXPECT_THAT(
      pieces(PieceCut::Chunks, "Suppose that $x_i$ solves $x^2+1=0$ for every number. Done."),
      ElementsAre("Suppose that $x_i$ solves", "$x^2+1=0$", "for every number.", "Done."));
}

TEST(TextPieces, JoinShortRemainsToTheFormulaBefore) {
  EXPECT_THAT(pieces(PieceCut::Chunks, "So $a+b=c$ and $c+d=e$ holds. But $a+b=c$."),
              ElementsAre("So", "$a+b=c$ and", "$c+d=e$ holds.", "But", "$a+b=c$."));
  // Nine characters stay with the formula, ten do not; letters count, not their bytes.
  EXPECT_THAT(pieces(PieceCut::Chunks, "$a+b=c$ ééééééééé"), ElementsAre("$a+b=c$ ééééééééé"));
  EXPECT_THAT(pieces(PieceCut::Chunks, "$a+b=c$ éééééééééé"), ElementsAre("$a+b=c$", "éééééééééé"));
}

TEST(TextPieces, ArePartsOfLongFormulasAlone) {
  EXPECT_THAT(pieces(PieceCut::Parts, "If $x \\in X$ then $(a+b)^2 = a^2+2ab+b^2 \\ge 4ab$ or so."),
              ElementsAre("$(a+b)^2$", "$a^2+2ab+b^2$", "$4ab$"));
  EXPECT_THAT(pieces(PieceCut::Parts, "No formulas here."), IsEmpty());
}

TEST(TextPieces, OfADocumentBeginWithItsTitleAndLeaveCommentsApart) {
  text::Document document;
  document.fields = {field("title", "A sum"),   field("question-title", "Its question"),
                     field("context", "Sums"),  field("body", "What is it?"),
                     field("comment", "Nice."), field("comment", "")};
  EXPECT_THAT(cut_document(document, PieceCut::Sentences),
              ElementsAre(ElementsAre("A sum", "What is it?"), ElementsAre("Nice.")));
  document.fields.clear();
  EXPECT_THAT(cut_document(document, PieceCut::Sentences), IsEmpty());
}

TEST(TextPieces, AreHeldOutByThread) {
  int held_out = 0;
  for (int i = 0; i < 1000; ++i) {
    text::Document question;
    question.id = std::to_string(i);
    text::Document answer;
    answer.id = "answer " + question.id;
    answer.parent = question.id;
    EXPECT_EQ(is_held_out(question, 0.1), is_held_out(answer, 0.1));
    held_out += is_held_out(question, 0.1) ? 1 : 0;
    EXPECT_FALSE(is_held_out(question, 0));
    EXPECT_TRUE(is_held_out(question, 1));
  }
  EXPECT_NEAR(held_out, 100, 40);
}

TEST(LatexTokens, AreCountedWithoutBraces) {
  EXPECT_EQ(count_latex_tokens("x_{i}", 10), 3U);
  EXPECT_EQ(count_latex_tokens("\\alpha \\in A", 10), 3U);
  EXPECT_EQ(count_latex_tokens("f(x)", 10), 4U);
  EXPECT_EQ(count_latex_tokens("", 10), 0U);
  EXPECT_EQ(count_latex_tokens("a+b+c", 2), 2U);
}

TEST(FormulaParts, AreCutAtRelationsOutsideOfBracketsAndScripts) {
  EXPECT_THAT(cut_at_relations("\\sum_{i=1}^n i = \\frac{n(n+1)}{2}"),
              ElementsAre("\\sum_{i=1}^n i", "\\frac{n(n+1)}{2}"));
  EXPECT_THAT(cut_at_relations("A^\\perp = B"), ElementsAre("A^\\perp", "B"));
  EXPECT_THAT(cut_at_relations("P(X > 1) \\leq \\left( a < b \\right)"),
              ElementsAre("P(X > 1)", "\\left( a < b \\right)"));
  EXPECT_THAT(cut_at_relations("S = \\{ x \\mid x > 0 \\}"),
              ElementsAre("S", "\\{ x \\mid x > 0 \\}"));
  EXPECT_THAT(cut_at_relations("a \\Rightarrow b"), ElementsAre("a", "b"));
  EXPECT_THAT(cut_at_relations("a \\not= b ≠ c := d"), ElementsAre("a", "b", "c", "d"));
}

TEST(FormulaParts, AreRowsOfAlignmentsToo) {
  EXPECT_THAT(cut_at_relations("\\begin{align*} a &= b + c \\\\ &= d \\end{align*}"),
              ElementsAre("a", "b + c", "d"));
  EXPECT_THAT(cut_at_relations("\\begin{alignat}{2} a &= b \\end{alignat}"), ElementsAre("a", "b"));
  EXPECT_THAT(cut_at_relations("A = \\begin{pmatrix} a & b=c \\\\ d & e \\end{pmatrix}"),
              ElementsAre("A", "\\begin{pmatrix} a & b=c \\\\ d & e \\end{pmatrix}"));
}

TEST(FormulaParts, OfBrokenFormulasAreWhatIsThere) {
  EXPECT_THAT(cut_at_relations(""), IsEmpty());
  EXPECT_THAT(cut_at_relations("="), IsEmpty());
  EXPECT_THAT(cut_at_relations("}a = ) b"), ElementsAre("}a", ") b"));
  EXPECT_THAT(cut_at_relations("{a = b"), ElementsAre("{a = b"));
  EXPECT_THAT(cut_at_relations("\\begin{alignat}{2"), IsEmpty());
  EXPECT_THAT(cut_at_relations("a = \\begin"), ElementsAre("a", "\\begin"));
  EXPECT_THAT(cut_at_relations("a = \\left"), ElementsAre("a", "\\left"));
}

}  // namespace
}  // namespace noether::collection
