#include "noether/egen/templates/template_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "noether/algebra/notation/write_expression.h"
#include "noether/egen/templates/template_expansion.h"

namespace noether::egen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class TemplateFile : public testing::Test {
 protected:
  base::Result<TemplateBook> read(std::string_view text, std::string_view library = {}) {
    const std::vector<TemplateText> texts = {{"folder/test.templates", text}};
    const std::vector<TemplateText> more = {{"library.templates", library}};
    return read_templates(texts, more, vocabulary_);
  }
  TemplateBook book_of(std::string_view text, std::string_view library = {}) {
    auto book = read(text, library);
    if (!book) ADD_FAILURE() << book.error().message;
    return book.value_or(TemplateBook());
  }
  base::Error error(std::string_view text) {
    auto book = read(text);
    if (!book) return book.error();
    ADD_FAILURE() << "no error in " << text;
    return {};
  }
  std::string text_of(algebra::ExprId id) {
    return algebra::expression_text(formula::Notation::Prefix, pool_, id);
  }
  std::vector<std::string> asked(const TemplateBook& book, std::size_t number = 0,
                                 std::uint64_t seed = 1) {
    TemplateExpander expander(book, pool_);
    egraph::Random random(seed);
    const std::uint32_t pattern = book.templates[number].pattern;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < book.patterns[pattern].asked; ++i) {
      texts.push_back(text_of(expander.asked(pattern, i, random)));
    }
    return texts;
  }
  std::vector<std::string> all(const TemplateBook& book) {
    TemplateExpander expander(book, pool_);
    const std::uint32_t pattern = book.templates[0].pattern;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < book.patterns[pattern].space; ++i) {
      texts.push_back(text_of(expander.any(pattern, i)));
    }
    return texts;
  }

  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
};

TEST_F(TemplateFile, ExpandsEveryMemberInTurnTheLastPlaceholderFastest) {
  const auto book = book_of("set f: sin cos\nset n: 2 3\ntwo: (?f (+ x ?n))\n");
  EXPECT_THAT(asked(book), ElementsAre("sin + x 2", "sin + x 3", "cos + x 2", "cos + x 3"));
  EXPECT_EQ(book.templates[0].family, "test");
  EXPECT_EQ(book.templates[0].line, 3u);
}

TEST_F(TemplateFile, ReadsPrefixAsItReadsParentheses) {
  const auto book = book_of("set f: sin cos\na: + pow ?f x 2 * 3 y\nb: (+ (pow (?f x) 2) * 3 y)\n");
  EXPECT_THAT(asked(book), ElementsAre("+ pow sin x 2 * 3 y", "+ pow cos x 2 * 3 y"));
  EXPECT_EQ(asked(book, 0), asked(book, 1));
}

TEST_F(TemplateFile, MakesTheSamePlaceholderTheSameChoice) {
  const auto book = book_of("set n: 2 3\nsame: (+ ?n (* ?n x))\n");
  EXPECT_THAT(asked(book), ElementsAre("+ 2 * 2 x", "+ 3 * 3 x"));
  const auto other = book_of("set n: 2 3\nother: (+ ?n.1 (* ?n.2 x))\n");
  EXPECT_THAT(asked(other), ElementsAre("+ 2 * 2 x", "+ 2 * 3 x", "+ 3 * 2 x", "+ 3 * 3 x"));
}

TEST_F(TemplateFile, DrawsOneMemberAndCountsTheOthersInTheSpace) {
  const auto book = book_of("set f: sin cos\nset n: 2..9\ndrawn: (?f (* ~n x)) @draws 3\n");
  EXPECT_EQ(asked(book).size(), 2u);
  EXPECT_EQ(book.templates[0].draws, 3u);
  EXPECT_EQ(all(book).size(), 16u);
  EXPECT_THAT(all(book), testing::Contains("cos * 9 x"));
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 12; ++seed) differs |= asked(book, 0, seed) != asked(book);
  EXPECT_TRUE(differs);
}

TEST_F(TemplateFile, ListsTheWholeSpaceWithoutRepetition) {
  const auto book = book_of(
      "set n: 2..4\n"
      "set inner: x (+ x ~n) (* ?n.1 (pow x ?n.2))\n"
      "both: (sin ?inner)\n");
  auto texts = all(book);
  EXPECT_EQ(texts.size(), 1u + 3u + 9u);
  std::ranges::sort(texts);
  EXPECT_EQ(std::ranges::unique(texts).size(), 0u);
  EXPECT_EQ(asked(book).size(), 1u + 1u + 9u);
}

TEST_F(TemplateFile, TakesRangesSetsInSetsAndLeavesOut) {
  const auto book = book_of(
      "all: (+ x ?many)\n"
      "set many: ?few pi 1/2 without 0\n"
      "set few: -1..1\n");
  EXPECT_THAT(asked(book), ElementsAre("+ x -1", "+ x 1", "+ x pi", "+ x / 1 2"));
}

TEST_F(TemplateFile, LooksIntoTheLibraryForSetsItDoesNotHave) {
  const auto book =
      book_of("own: (?f ?v)\nset v: y\n", "set f: tan\nset v: x\nnot-mine: (sin x)\n");
  EXPECT_THAT(asked(book), ElementsAre("tan y"));
  EXPECT_EQ(book.templates.size(), 1u);
}

TEST_F(TemplateFile, ContinuesIndentedLinesAndLeavesOutComments) {
  const auto book = book_of("# all of it\nlong: (+ x  # the first\n  (* 2 y))\n\n  @constant\n");
  EXPECT_THAT(asked(book), ElementsAre("+ x * 2 y"));
  EXPECT_TRUE(book.templates[0].may_be_constant);
}

TEST_F(TemplateFile, RefusesAnOperatorThatIsUnknown) {
  const auto found = error("a: (sin x)\nb: (sine x)\n");
  EXPECT_THAT(found.message, StartsWith("folder/test.templates:2:5: unknown operator `sine`"));
  EXPECT_EQ(found.span.begin, 15u);
  EXPECT_FALSE(found.hint.empty());
  EXPECT_THAT(error("set f: sin sine\na: (?f x)\n").message, HasSubstr(":1:12: unknown operator"));
  EXPECT_THAT(error("a: (+ x sine)\n").message, HasSubstr("unknown operator `sine`"));
}

TEST_F(TemplateFile, RefusesASetThatIsUnknownEmptyOrItsOwnMember) {
  EXPECT_THAT(error("a: (sin ?number)\n").message, HasSubstr(":1:9: there is no set `number`"));
  EXPECT_THAT(error("set n:\na: (sin x)\n").message, HasSubstr(":1:5: the set `n` is empty"));
  EXPECT_THAT(error("set n: 2 without 2\n").message, HasSubstr("is empty"));
  EXPECT_THAT(error("set a: ?b\nset b: 2 (+ x ?a)\n").message, HasSubstr("holds itself"));
}

TEST_F(TemplateFile, RefusesAWrongNumberOfOperands) {
  EXPECT_THAT(error("a: (sin x y)\n").message, HasSubstr("`sin` takes 1 operand, not 2"));
  EXPECT_THAT(error("a: (+ x)\n").message, HasSubstr("`+` takes 2 operands, not 1"));
  EXPECT_THAT(error("a: (- x)\n").hint, HasSubstr("(* -1 x)"));
  EXPECT_THAT(error("set f: sin cos\na: (?f x y)\n").message, HasSubstr("`?f` takes 1 operand"));
  EXPECT_THAT(error("a: + x\n").message, HasSubstr("ends before its expression does"));
  EXPECT_THAT(error("a: sin x y\n").message, HasSubstr("expected the end of the template"));
  EXPECT_THAT(error("a: (sin x\n").message, HasSubstr("not closed"));
  EXPECT_THAT(error("a:\n").message, HasSubstr("ends before"));
}

TEST_F(TemplateFile, RefusesASetThatMixesOperatorsOfSeveralKinds) {
  EXPECT_THAT(error("set f: sin +\na: (?f x)\n").message, HasSubstr("`+` takes 2 operands"));
  EXPECT_THAT(error("set f: sin 2\na: (?f x)\n").message, HasSubstr("`2` takes 0 operands"));
}

TEST_F(TemplateFile, RefusesDerivativesByWhatIsNoVariable) {
  EXPECT_THAT(error("a: (d 2 x)\n").message,
              HasSubstr("a derivative must be with respect to a variable"));
  EXPECT_THAT(error("set v: x 2\na: (d ?v x)\n").message,
              HasSubstr("must be with respect to a variable"));
  EXPECT_THAT(asked(book_of("set v: x y\na: (d ?v (* x y))\n")),
              ElementsAre("d x * x y", "d y * x y"));
}

TEST_F(TemplateFile, RefusesAbsurdlyManyExpansions) {
  const auto asked_for = error("set n: 1..1000\na: (+ ?n.1 (* ?n.2 x))\n");
  EXPECT_THAT(asked_for.message, HasSubstr(":2:5: more than 100000 expansions are asked for"));
  EXPECT_THAT(asked_for.hint, HasSubstr("~set"));
  std::string sum = "x";
  for (int i = 0; i < 8; ++i) sum = "(+ ~n." + std::to_string(i) + " " + sum + ")";
  EXPECT_THAT(error("set n: 1..1000\na: " + sum + "\n").message, HasSubstr("more than 2^60"));
  EXPECT_THAT(error("set n: 0..9223372036854775807\n").message,
              HasSubstr("more than 10000 members"));
}

TEST_F(TemplateFile, RefusesWhatGrowsWithoutBound) {
  // Each set doubles the length of the one before.
  std::string doubling = "set s0: x\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "?s" + std::to_string(i - 1);
    doubling += "set s" + std::to_string(i) + ": (+ " + before + ".1 " + before + ".2)\n";
  }
  EXPECT_THAT(error(doubling).message, HasSubstr("tokens"));
  std::string chain = "set s0: x\n";
  for (int i = 1; i < 5000; ++i) {
    chain = "set s" + std::to_string(i) + ": ?s" + std::to_string(i - 1) + "\n" + chain;
  }
  EXPECT_THAT(error(chain).message, HasSubstr("nested more than 100 deep"));
  EXPECT_THAT(error("a: " + std::string(100'000, '(')).message,
              HasSubstr("expected an operator or a value"));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "(sin ";
  EXPECT_THAT(error("a: " + deep).message, HasSubstr("more than 100 tokens"));
  EXPECT_THAT(error(std::string(kMaxTemplateFileBytes + 1, ' ')).message, HasSubstr("at most"));
}

TEST_F(TemplateFile, RefusesNamesThatAreTakenAndLinesThatAreNoTemplates) {
  EXPECT_THAT(error("a: (sin x)\na: (cos x)\n").message, HasSubstr(":2:1: there is already a"));
  EXPECT_THAT(error("set n: 2\nset n: 3\n").message, HasSubstr("there is already a set `n`"));
  EXPECT_THAT(error("(sin x)\n").message, HasSubstr("expected `name:`"));
  EXPECT_THAT(error("  a: (sin x)\n").message, HasSubstr("does not continue"));
  EXPECT_THAT(error("set a.b: 2\n").message, HasSubstr("is not a name for a set"));
  EXPECT_THAT(error("a: (sin i)\n").message, HasSubstr("no real value"));
  EXPECT_THAT(error("a: (sin x) @draws 0\n").message, HasSubstr("`@draws` takes a number"));
  EXPECT_THAT(error("a: (sin x) @twice\n").message, HasSubstr("found `@twice`"));
}

}  // namespace
}  // namespace noether::egen
