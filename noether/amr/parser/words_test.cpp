#include "noether/amr/parser/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::amr {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const Word& word : split_words(text).words) words.push_back(word.text);
  return words;
}

TEST(Words, AreLettersAndSigns) {
  EXPECT_THAT(words_of("The boy, 3.14 and 1,000 times!"),
              ElementsAre("The", "boy", ",", "3.14", "and", "1,000", "times", "!"));
  EXPECT_THAT(words_of("B-Raf -- V600E..."), ElementsAre("B", "-", "Raf", "--", "V600E", "..."));
  EXPECT_THAT(words_of("in the U.S. by Dr. No"),
              ElementsAre("in", "the", "U.S.", "by", "Dr.", "No"));
}

TEST(Words, PartEnglishEndings) {
  EXPECT_THAT(words_of("don't can't prince's they’re"),
              ElementsAre("do", "n't", "ca", "n't", "prince", "'s", "they", "’re"));
  EXPECT_THAT(words_of("do n't 'quoted'"), ElementsAre("do", "n't", "'", "quoted", "'"));
}

TEST(Words, TakeAFormulaForOneWord) {
  const Sentence sentence = split_words("Let \"eqx12eqx\" and eqx3eqx be $x^2 + y$ or \\(z\\).");
  EXPECT_THAT(words_of(sentence.text),
              ElementsAre("Let", "eqx12eqx", "and", "eqx3eqx", "be", "x^2 + y", "or", "z", "."));
  EXPECT_TRUE(sentence.words[1].is_formula());
  EXPECT_TRUE(sentence.words[5].is_formula());
  EXPECT_FALSE(sentence.words[6].is_formula());
  const base::Span span = sentence.words[5].span;
  EXPECT_EQ(sentence.text.substr(span.begin, span.end - span.begin), "$x^2 + y$");
  EXPECT_THAT(words_of("$\"eqx5eqx\" $"), ElementsAre("eqx5eqx"));
}

TEST(Words, LeaveOutMarkup) {
  EXPECT_THAT(words_of("mutant <i>BRAF</i> if a < b"),
              ElementsAre("mutant", "BRAF", "if", "a", "<", "b"));
}

TEST(Words, KnowHowTheyAreWritten) {
  const Sentence sentence = split_words("The Euler NATO V600E 12 ; eqx1eqx word");
  std::vector<WordShape> shapes;
  for (const Word& word : sentence.words) shapes.push_back(word.shape);
  EXPECT_THAT(shapes, ElementsAre(WordShape::FirstCapital, WordShape::Capital, WordShape::Upper,
                                  WordShape::Mixed, WordShape::Digits, WordShape::Sign,
                                  WordShape::Formula, WordShape::Lower));
}

TEST(Words, OfAnyBytes) {
  EXPECT_THAT(words_of(""), IsEmpty());
  EXPECT_THAT(words_of(" \n\t "), IsEmpty());
  EXPECT_THAT(words_of("Пусть простое 素数"), ElementsAre("Пусть", "простое", "素数"));
  EXPECT_FALSE(words_of("\xff\xfe a \xc3").empty());
}

TEST(Words, HaveAtMost1000Bytes) {
  EXPECT_EQ(split_words(std::string(1000, 'a')).words.size(), 1U);
  EXPECT_EQ(split_words(std::string(100'000, 'a')).words.size(), 100U);
  EXPECT_EQ(split_words(std::string(100'000, '.')).words.size(), 100U);
  std::string numbers = "1";
  for (int i = 0; i < 5000; ++i) numbers += ".1";
  for (const Word& word : split_words(numbers).words) EXPECT_LE(word.text.size(), 1001U);
  // A formula is one word, however long.
  EXPECT_EQ(split_words("$" + std::string(5000, 'x') + "$").words.size(), 1U);
}

}  // namespace
}  // namespace noether::amr
