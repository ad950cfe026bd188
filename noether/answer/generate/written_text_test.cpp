#include "noether/answer/generate/written_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void append_texts(const std::vector<WrittenSentence>& sentences, std::vector<std::string>& out) {
  for (const WrittenSentence& sentence : sentences) {
    out.push_back((sentence.begins_paragraph ? "¶" : "") + sentence.text.text);
  }
}

// The sentences of a text that arrives in pieces of `piece` bytes; a sign precedes a sentence that
// begins a paragraph.
std::vector<std::string> written(const std::string& text, std::size_t piece = 1) {
  WrittenText reader;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size(); i += piece) {
    append_texts(reader.add(text.substr(i, piece)), out);
  }
  append_texts(reader.end(), out);
  return out;
}

TEST(WrittenText, GivesASentenceWhenTheNextOneBegins) {
  WrittenText text;
  EXPECT_THAT(text.add("Two is even. "), IsEmpty());
  EXPECT_EQ(text.add("It is also prime, as everybody knows").at(0).text.text, "Two is even.");
  EXPECT_EQ(text.end().at(0).text.text, "It is also prime, as everybody knows");
}

TEST(WrittenText, IsTheSameInAnyPieces) {
  const std::string text =
      "Let \\(x = 1. Y\\) be so. [1] Then\n\\[ x^2 = 1.\n\\]\nNext, it costs \\$6 or so. [2][3]"
      "So $a.\\ B$ and $$c$$ hold [1].\n\n1. First. A\n2. Second!\n- Third";
  const auto whole = written(text, text.size());
  EXPECT_THAT(whole, ElementsAre("¶Let $x = 1. Y$ be so. [1]", "Then $x^2 = 1.$",
                                 "Next, it costs $6 or so. [2][3]", "So $a.\\ B$ and $c$ hold [1].",
                                 "¶1. First.", "A", "¶2. Second!", "¶- Third"));
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 20U})
    EXPECT_EQ(written(text, piece), whole) << piece;
}

TEST(WrittenText, KeepsCitationsWithTheSentenceBeforeThem) {
  EXPECT_THAT(written("Two is even.[1] Then \\[x = 2.\\] [2] So [3]"),
              ElementsAre("¶Two is even. [1]", "Then $x = 2.$ [2]", "So [3]"));
}

TEST(WrittenText, NeverCutsAFormula) {
  WrittenText text;
  EXPECT_THAT(text.add("We have $f(x) = 1. And if this were no formula, it would end."), IsEmpty());
  EXPECT_THAT(text.end(), testing::SizeIs(2));
}

TEST(WrittenText, IsTheSameWhereASignIsCutInTwo) {
  for (const std::string text :
       {"So it is.\n\n\\begin{align} x = 1 \\end{align} And so on.",
        "So \\begin{align} x. Y \\end{align} is. And so on.", "It costs $ 1. E\\$ x$ is. So on.",
        "So.\n\n123. An item. And so on.", "So it is. \xc3\xa9t\xc3\xa9 goes on. And so on.",
        "So it is! [\n1] And so on.", "So it is. [\t1, 2] And so on."}) {
    const auto whole = written(text, text.size());
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
      EXPECT_EQ(written(text, piece), whole) << piece;
    }
  }
}

TEST(WrittenText, LeavesOutWhatAModelThinksAloud) {
  EXPECT_THAT(written("<think>\nTwo is a number. Hm.\n</think>\n\nTwo is even."),
              ElementsAre("¶Two is even."));
  EXPECT_THAT(written("<think>for ever. And ever."), IsEmpty());
  EXPECT_THAT(written("<thing> is no tag."), ElementsAre("¶<thing> is no tag."));
}

// The text is so long that examining all of it for each piece would take minutes.
TEST(WrittenText, IsTheSameInAnyPiecesWhateverIsWritten) {
  for (const std::string part : {"$", "[1", "\\[", ". ", "$x$", "a", "\n", "$ $1", "A. "}) {
    std::string text;
    while (text.size() < 60'000) text += part;
    EXPECT_EQ(written(text, 7), written(text, text.size())) << part;
  }
}

TEST(WrittenText, LosesNothingOfALongText) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += fmt::format("Number {} is $x_{{{}}}$. ", i, i);
  const auto sentences = written(text, 7);
  ASSERT_EQ(sentences.size(), 5'000U);
  EXPECT_EQ(sentences.back(), "Number 4999 is $x_{4999}$.");
}

}  // namespace
}  // namespace noether::answer
