// LaTeX in the vocabulary: commands, case-sensitive letters, and words outside of formulas.
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
  std::vector<NewToken> tokens = formula_letters();
  for (const char* command :
       {"\\frac", "\\exp", "\\sum", "\\text", "\\{", "<=", "\\begin", "\\mathrm"}) {
    tokens.push_back(formula_token({command}));
  }
  tokens.push_back(formula_token({"\\sin", "sin"}));
  tokens.push_back(formula_token({"\\alpha", "α"}));
  tokens.push_back(formula_token({"\\begin{align}", "\\begin{align*}"}));
  auto extended = plain_tokenizer(name).with_tokens(tokens);
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

TEST(Formulas, AreBetweenBracketsBehindBackslashes) {
  EXPECT_THAT(formulas_in("let \\(x\\) be, \\[y=1\\] and $z$"), ElementsAre("x", "y=1", "z"));
  EXPECT_THAT(formulas_in("\\(a$b\\) $c\\(d$"), ElementsAre("a$b", "c\\(d"));
  EXPECT_THAT(formulas_in("\\\\(a\\) and \\[b\\)"), IsEmpty());
  EXPECT_THAT(formulas_in("\\( is not closed, $x$ is"), ElementsAre("x"));
}

TEST(Formulas, MayHaveOthersInBraces) {
  EXPECT_THAT(formulas_in("$x\\text{ for $y$ or $z$}$ and $a$"),
              ElementsAre("x\\text{ for $y$ or $z$}", "a"));
  EXPECT_THAT(formulas_in("$\\frac{a$ and $b$"), ElementsAre("\\frac{a", "b"));
  EXPECT_THAT(formulas_in("$a}$ and $\\{b$"), ElementsAre("a}", "\\{b"));
}

TEST(Formulas, TakeLinearTimeToFind) {
  std::string braces;
  for (int i = 0; i < 300'000; ++i) braces += "$x{";
  EXPECT_EQ(formulas_in(braces).size(), 150'000U);
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "\\(\\[";
  EXPECT_THAT(formulas_in(text + "$x$"), ElementsAre("x"));
  std::string names;
  for (int i = 0; i < 300'000; ++i) names += "\\mathrm{";
  const auto tokens = math_tokenizer("bert-uncased").encode("$" + names + "$");
  EXPECT_EQ(tokens.ids.size(), 600'004U);
}

// Figure 2 of the paper on math-adapted language models: with tokens for LaTeX, commands are not
// split.
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
              ElementsAre("$", "\\sin", "$a$", "$<=$", "$b$", "\\{", "$"));
  EXPECT_THAT(token_texts(bert, "$\\sin a$"), ElementsAre("$", "\\sin", "$a$", "$"));
  EXPECT_THAT(token_texts(bert, "$sina$"), ElementsAre("$", "$s$", "$i$", "$n$", "$a$", "$"));
}

TEST(Formulas, ReadTheWordsInThem) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$x\\text{ the {group} }y$"),
              ElementsAre("$", "$x$", "\\text", "{", "the", "{", "group", "}", "}", "$y$", "$"));
  EXPECT_THAT(token_texts(bert, "$\\text{the$"), ElementsAre("$", "\\text", "{", "the", "$"));
}

TEST(Formulas, KnowGreekLettersByNameAndBySign) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$\\alpha α$"), ElementsAre("$", "\\alpha", "\\alpha", "$"));
  const Encoding tokens = bert.encode("$aα b$", {.special_tokens = false});
  EXPECT_THAT(tokens.spans, ElementsAre(base::Span{0, 1}, base::Span{1, 2}, base::Span{2, 4},
                                        base::Span{5, 6}, base::Span{6, 7}));
  EXPECT_NE(token_texts(bert, "α").front(), "\\alpha");
}

TEST(Formulas, ReadNamesInThemAsWords) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$\\mathrm{the}ab$"),
              ElementsAre("$", "\\mathrm", "{", "the", "}", "$a$", "$b$", "$"));
  EXPECT_THAT(
      token_texts(bert, "$\\mathrm {d}x\\mathrm{ sin }$"),
      ElementsAre("$", "\\mathrm", "{", "$d$", "}", "$x$", "\\mathrm", "{", "\\sin", "}", "$"));
}

TEST(Formulas, ReadCommandsThatAreNotListedAsText) {
  const Tokenizer plain = plain_tokenizer("bert-uncased");
  const Tokenizer math = math_tokenizer("bert-uncased");
  const auto pieces = token_texts(plain, "\\foo");
  auto expected = pieces;
  expected.insert(expected.begin(), "$");
  expected.insert(expected.end(), {"$x$", "$"});
  EXPECT_EQ(token_texts(math, "$\\foo x$"), expected);
}

TEST(Formulas, HaveEnvironmentsAsOneToken) {
  const Tokenizer bert = math_tokenizer("bert-uncased");
  EXPECT_THAT(token_texts(bert, "$\\begin{align*}x$"),
              ElementsAre("$", "\\begin{align}", "$x$", "$"));
  EXPECT_THAT(token_texts(bert, "$\\begin{the}x$"),
              ElementsAre("$", "\\begin", "{", "the", "}", "$x$", "$"));
}

TEST(Formulas, TakeAWordOfTheVocabularyAsTheirToken) {
  const Tokenizer plain = plain_tokenizer("bert-uncased");
  const std::vector<NewToken> added = {{"the", {"\\the"}}};
  const auto extended = plain.with_tokens(added);
  ASSERT_TRUE(extended) << extended.error().message;
  EXPECT_EQ(extended->tokenizer.size(), plain.size());
  EXPECT_EQ(extended->tokenizer.encode("$\\the$", {.special_tokens = false}).ids[1],
            *plain.find("the"));
  EXPECT_EQ(extended->tokenizer.encode("the").ids, plain.encode("the").ids);
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
  std::vector<NewToken> tokens = formula_letters();
  tokens.push_back(formula_token({"\\sum", "∑"}));
  const auto extended = plain.with_tokens(tokens);
  ASSERT_TRUE(extended);
  ASSERT_EQ(extended->pieces.size(), 53U);
  EXPECT_EQ(extended->pieces[0], plain.encode("a", {.special_tokens = false}).ids);
  EXPECT_EQ(extended->pieces[26], extended->pieces[0]);  // the uncased model had no A
  EXPECT_EQ(extended->pieces[52], plain.encode("\\sum", {.special_tokens = false}).ids);
}

}  // namespace
}  // namespace noether::neural::tokens
