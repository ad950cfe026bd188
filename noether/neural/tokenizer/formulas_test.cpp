// LaTeX in the vocabulary: commands, letters with their case, and words outside of formulas.
#include "noether/neural/tokenizer/formulas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural::tokens {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> formulas_in(const std::string& text) {
  std::vector<base::Span> spans;
  find_formulas(text, spans);
  std::vector<std::string> formulas;
  for (const base::Span& span : spans) {
    formulas.push_back(text.substr(span.begin, span.end - span.begin));
  }
  return formulas;
}

Tokenizer plain_tokenizer(const std::string& name) {
  auto tokenizer = Tokenizer::open(std::string(NOETHER_SOURCE_DIR) +
                                   "/noether/neural/tokenizer/testdata/" + name);
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

Tokenizer math_tokenizer(const std::string& name) {
  const std::vector<std::string> commands = {"\\frac", "\\exp", "\\sum", "\\sin",
                                             "\\text", "\\{",   "sin",   "<="};
  auto extended = plain_tokenizer(name).with_tokens(formula_tokens(commands));
  EXPECT_TRUE(extended) << extended.error().message;
  return extended->tokenizer;
}

std::vector<std::string> token_texts(const Tokenizer& tokenizer, const std::string& text) {
  std::vector<std::string> texts;
  for (const TokenId id : tokenizer.encode(text, {.special_tokens = false}).ids) {
    texts.emplace_back(tokenizer.token(id));
  }
  return texts;
}

TEST(Formulas, AreBetweenDollarSigns) {
  EXPECT_THAT(formulas_in("let $x$ be, $$y=1$$ and $z$"), ElementsAre("x", "y=1", "z"));
  EXPECT_THAT(formulas_in("$a$$b$"), ElementsAre("a", "b"));
  EXPECT_THAT(formulas_in("costs \\$5 and $n\\$m$"), ElementsAre("n\\$m"));
  EXPECT_THAT(formulas_in("costs $5"), IsEmpty());
  EXPECT_THAT(formulas_in("$$ $"), ElementsAre(" "));
  EXPECT_THAT(formulas_in("$$"), IsEmpty());
  EXPECT_THAT(formulas_in("\\"), IsEmpty());
}

// Figure 2 of the paper on math-adapted language models: with tokens for LaTeX, commands are no
// longer torn apart.
TEST(Formulas, KeepCommandsWhole) {
  const std::string formula = "\\frac{\\exp(x_i)}{\\sum_j \\exp(x_j)}";
  for (const char* name : {"albert", "bert-uncased", "gpt2", "t5"}) {
    const auto before = token_texts(plain_tokenizer(name), "$" + formula + "$");
    EXPECT_EQ(std::count(before.begin(), before.end(), "\\frac"), 0) << name;
    const auto after = token_texts(math_tokenizer(name), "$" + formula + "$");
    EXPECT_EQ(std::count(after.begin(), after.end(), "\\frac"), 1) << name;
    EXPECT_EQ(std::count(after.begin(), after.end(), "\\exp"), 2) << name;
    EXPECT_EQ(std::count(after.begin(), after.end(), "\\sum"), 1) << name;
    EXPECT_LT(after.size(), before.size()) << name;
  }
  EXPECT_THAT(token_texts(math_tokenizer("bert-uncased"), "$" + formula + "$"),
              ElementsAre("$", "\\frac", "{", "\\exp", "(", "$x$", "_", "$i$", ")", "}", "{",
                          "\\sum", "_", "$j$", "\\exp", "(", "$x$", "_", "$j$", ")", "}", "$"));
}

TEST(Formulas, KeepTheCaseOfLettersAndTellThemFromWords) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "x X $x X$"), ElementsAre("x", "x", "$", "$x$", "$X$", "$"));
  EXPECT_EQ(bert.encode("$x$", {.special_tokens = false}).spans[1], (base::Span{1, 2}));
}

TEST(Formulas, TakeOperatorsAndSignsOfSeveralCharacters) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$sin a<=b\\{$"),
              ElementsAre("$", "$sin$", "$a$", "$<=$", "$b$", "\\{", "$"));
  EXPECT_THAT(token_texts(bert, "$sina$"), ElementsAre("$", "$s$", "$i$", "$n$", "$a$", "$"));
}

TEST(Formulas, ReadTheWordsInThem) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$x\\text{ the {group} }y$"),
              ElementsAre("$", "$x$", "\\text", "{", "the", "{", "group", "}", "}", "$y$", "$"));
  EXPECT_THAT(token_texts(bert, "$\\text{the$"), ElementsAre("$", "\\text", "{", "the", "$"));
}

TEST(Formulas, ChangeNothingOutside) {
  const Tokenizer plain = plain_tokenizer("bert-uncased");
  const Tokenizer math = math_tokenizer("bert-uncased");
  for (const char* text :
       {"The \\frac command, X and x", "no formula: \\$x, 5$", "[MASK] is <= sin"}) {
    EXPECT_EQ(plain.encode(text).ids, math.encode(text).ids) << text;
    EXPECT_EQ(plain.encode(text).spans, math.encode(text).spans) << text;
  }
}

TEST(Formulas, MayBeMarkedInsteadOfDelimited) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  const std::string text = "let x be X or $x$";
  const std::vector<base::Span> spans = {{4, 5}, {9, 10}};
  std::vector<std::string> texts;
  for (const TokenId id : bert.encode(text, spans, {.special_tokens = false}).ids) {
    texts.emplace_back(bert.token(id));
  }
  EXPECT_THAT(texts, ElementsAre("let", "$x$", "be", "$X$", "or", "$", "x", "$"));
  const std::vector<base::Span> wrong = {{9, 10}, {4, 5}, {3, 3}, {20, 90}, {90, 99}};
  EXPECT_EQ(bert.encode(text, wrong).ids.size(), 10U);
}

TEST(Formulas, AreReadAgainFromTheFile) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  const auto again = Tokenizer::from_json(bert.to_json());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->encode("let $X_i$ be").ids, bert.encode("let $X_i$ be").ids);
  EXPECT_EQ(again->find("$X$"), bert.find("$X$"));
}

TEST(Formulas, BeginAsWhatTheyWereInPieces) {
  const Tokenizer plain = plain_tokenizer("bert-uncased");
  const std::vector<std::string> commands = {"\\sum"};
  const auto extended = plain.with_tokens(formula_tokens(commands));
  ASSERT_TRUE(extended);
  ASSERT_EQ(extended->pieces.size(), 53U);
  EXPECT_EQ(extended->pieces[0], plain.encode("a", {.special_tokens = false}).ids);
  EXPECT_EQ(extended->pieces[26], extended->pieces[0]);  // an uncased model knew no A
  EXPECT_EQ(extended->pieces[52], plain.encode("\\sum", {.special_tokens = false}).ids);
}

}  // namespace
}  // namespace noether::neural::tokens
