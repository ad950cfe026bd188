#include "noether/egen/templates/initial_expressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <span>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"

namespace noether::egen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class InitialExpressions : public testing::Test {
 protected:
  InitialExpressions()
      : folder_(std::filesystem::temp_directory_path() /
                ("noether_initial_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~InitialExpressions() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view text) {
    const auto path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  static InitialList list_of(const InitialRequest& request) {
    auto list = initial_expressions(request);
    if (!list) ADD_FAILURE() << list.error().message;
    return list.value_or(InitialList());
  }
  static std::vector<std::string> texts_of(const InitialList& list) {
    std::vector<std::string> texts;
    for (const auto& expression : list.expressions) texts.push_back(expression.prefix);
    return texts;
  }
  std::vector<std::string> from_templates(std::string_view text) {
    return texts_of(list_of({.templates = {write("own.templates", text)}}));
  }
  static std::size_t dropped(const InitialList& list, Unfit reason) {
    for (const DroppedCount& count : list.dropped) {
      if (count.reason == reason) return count.count;
    }
    return 0;
  }

  std::filesystem::path folder_;
};

TEST_F(InitialExpressions, HaveValuesNearZeroWhenTemplatesMakeThem) {
  // Defined from 3 on, and where -8 < x < -6; the formula for the derivative has values elsewhere.
  EXPECT_THAT(from_templates("far: acosh (- x 2)\nnear: acosh (+ x 1)\n"),
              ElementsAre("acosh + x 1"));
  EXPECT_THAT(from_templates("far: d x atanh (+ x 7)\nnear: d x atanh x\n"),
              ElementsAre("d x atanh x"));
  const std::string file = write("own.prefix", "acosh - x 2\n");
  EXPECT_THAT(texts_of(list_of({.files = {file}})), ElementsAre("acosh - x 2"));
}

TEST_F(InitialExpressions, AreThousandsByDefaultAndUseEveryFunction) {
  const InitialList list = list_of({});
  EXPECT_GE(list.expressions.size(), 5200u);
  EXPECT_LE(list.expressions.size(), 6000u);

  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::ExpressionReader reader;
  algebra::Fingerprinter fingerprints(pool);
  std::set<algebra::Op> operators;
  std::set<base::Digest> values;
  std::set<std::string> texts;
  std::set<std::string> families;
  for (const auto& [prefix, origin] : list.expressions) {
    pool.clear();
    const auto id = reader.read(formula::Notation::Prefix, prefix, pool);
    ASSERT_TRUE(id) << prefix << ": " << id.error().message;
    for (const algebra::ExprId part : algebra::subexpressions(pool, *id)) {
      operators.insert(pool.op(part));
    }
    EXPECT_LE(std::ranges::count(prefix, ' ') + 1, 15) << prefix;
    EXPECT_TRUE(texts.insert(prefix).second) << prefix;
    EXPECT_TRUE(values.insert(fingerprints.fingerprint(*id, algebra::Names::Keep)).second)
        << prefix;
    families.insert(origin.substr(0, origin.find('/')));
  }
  EXPECT_GE(families.size(), 10u);
  std::erase_if(operators, [](algebra::Op op) { return algebra::op_arity(op) == 0; });
  EXPECT_GE(operators.size(), 43u);
  for (std::size_t i = 0; i < algebra::kOpCount; ++i) {
    const auto op = static_cast<algebra::Op>(i);
    if (algebra::op_arity(op) != 1) continue;
    EXPECT_TRUE(operators.contains(op)) << algebra::op_name(op);
  }
  std::cout << list.expressions.size() << " initial expressions, " << operators.size()
            << " operators\n";
}

TEST_F(InitialExpressions, AreTheSameForTheSameSeedOnly) {
  const InitialList first = list_of({.seed = 5});
  const InitialList again = list_of({.seed = 5});
  const InitialList other = list_of({.seed = 6});
  EXPECT_EQ(first.expressions, again.expressions);
  EXPECT_EQ(first.digest, again.digest);
  EXPECT_NE(first.expressions, other.expressions);
  EXPECT_NE(first.digest, other.digest);
}

TEST_F(InitialExpressions, AreDrawnFurtherWhenMoreAreWanted) {
  const std::size_t usual = list_of({}).expressions.size();
  const InitialList more = list_of({.limit = usual + 500});
  const InitialList most = list_of({.limit = usual + 1500});
  ASSERT_EQ(more.expressions.size(), usual + 500);
  ASSERT_EQ(most.expressions.size(), usual + 1500);
  EXPECT_TRUE(std::ranges::equal(more.expressions,
                                 std::span(most.expressions).first(more.expressions.size())));
  const auto texts = texts_of(most);
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
  EXPECT_TRUE(most.messages.empty());
}

TEST_F(InitialExpressions, AreAChoiceThatGrowsWhenFewerAreWanted) {
  const auto few = texts_of(list_of({.limit = 200}));
  const auto more = texts_of(list_of({.limit = 300}));
  EXPECT_EQ(few.size(), 200u);
  EXPECT_EQ(more.size(), 300u);
  const std::set<std::string> known(more.begin(), more.end());
  for (const std::string& text : few) EXPECT_TRUE(known.contains(text)) << text;
  EXPECT_EQ(list_of({.limit = 0}).expressions.size(), 0u);
}

TEST_F(InitialExpressions, SayWhenThereAreNoMoreToBeHad) {
  const auto path = write("small.templates", "set n: 2..4\na: (sin (* ~n x))\n");
  const InitialList list = list_of({.templates = {path}, .limit = 10});
  EXPECT_EQ(list.expressions.size(), 3u);
  EXPECT_THAT(list.messages, ElementsAre(HasSubstr("10 initial expressions were asked for")));
}

TEST_F(InitialExpressions, EqualNoneThatWasTakenBefore) {
  const auto path = write("twice.templates",
                          "set v: x x\n"
                          "a: (sin ?v)\n"
                          "b: (+ y (* 2 x))\n"
                          "c: (+ (* x 2) y)\n"
                          "d: (* (cos x) (tan x))\n"
                          "e: (sin y)\n");
  const InitialList list = list_of({.templates = {path}});
  EXPECT_THAT(texts_of(list), ElementsAre("sin x", "sin y", "+ y * 2 x"));
  EXPECT_EQ(list.expressions[2].origin, "twice/b");
  EXPECT_EQ(list.candidates, 6u);
  EXPECT_EQ(dropped(list, Unfit::Repeated), 1u);
  EXPECT_EQ(dropped(list, Unfit::Twin), 1u);
  EXPECT_EQ(dropped(list, Unfit::Equal), 1u);
}

TEST_F(InitialExpressions, HaveOrdinaryValuesAtManyPoints) {
  EXPECT_THAT(from_templates("a: (asin (+ x 7))\nb: (asin (/ x 3))\n"), ElementsAre("asin / x 3"));
  EXPECT_THAT(from_templates("a: (exp (pow x 4))\nb: (exp (* -1 (pow x 2)))\n"),
              ElementsAre("exp * -1 pow x 2"));
  EXPECT_THAT(from_templates("a: (pow (sech (* 9 x)) 9)\nb: (sech x)\n"), ElementsAre("sech x"));
  EXPECT_THAT(from_templates("a: (- (* 2 x) (+ x x))\nb: (sqrt 2)\nc: (/ x y)\n"),
              ElementsAre("/ x y"));
  EXPECT_THAT(from_templates("a: (ln 2) @constant\n"), ElementsAre("ln 2"));
  EXPECT_THAT(from_templates("a: (d x (floor x))\nb: x\nc: (d x (sin x))\n"),
              ElementsAre("d x sin x"));
  EXPECT_THAT(from_templates("a: (integral x x)\nb: (gamma x)\n"), ElementsAre("gamma#1 x"));
}

TEST_F(InitialExpressions, TryAnotherDrawWhereOneIsUnfit) {
  // Two of the hundred numbers give a value at enough points.
  const auto texts = from_templates("set n: 1..100\na: (asin (* ~n x)) @draws 8\n");
  EXPECT_THAT(texts, testing::SizeIs(testing::AllOf(testing::Ge(1u), testing::Le(2u))));
}

TEST_F(InitialExpressions, AreReadFromLinesInAnyNotation) {
  const auto path = write("lines.txt",
                          "# a comment\n"
                          "sin + x 1\n"
                          "\n"
                          "(cos (* 2 x))\n"
                          "\\frac{x}{y+1}\n"
                          "0.5x+\\sin x\n"
                          "sin + x\n"
                          "f(x)+1\n"
                          "x = 2\n"
                          "(+ 1 (* 2 3))\n"
                          "a\n"
                          "+ 1 x\r\n"
                          "(+ x 1)");
  const InitialList list = list_of({.files = {path}});
  EXPECT_THAT(texts_of(list),
              ElementsAre("sin + x 1", "cos * 2 x", "/ x + y 1", "+ * / 1 2 x sin x", "+ 1 x"));
  EXPECT_EQ(list.expressions[1].origin, path + ":4");
  EXPECT_THAT(list.messages,
              ElementsAre(HasSubstr("lines.txt:7: "),
                          HasSubstr("lines.txt:8: algebra cannot compute with the function f"),
                          HasSubstr("lines.txt:9: "), HasSubstr("lines.txt:10: "),
                          HasSubstr("lines.txt:11: a variable alone")));
  EXPECT_EQ(dropped(list, Unfit::Unreadable), 2u);
  EXPECT_EQ(dropped(list, Unfit::Unknown), 1u);
  EXPECT_EQ(dropped(list, Unfit::Constant), 1u);
  EXPECT_EQ(dropped(list, Unfit::Twin), 1u);
}

TEST_F(InitialExpressions, AreReadFromTheColumnOfATable) {
  const auto path = write("table.tsv",
                          "id\tformula\ttype\n"
                          "1\t\\sin x\ttitle\n"
                          "2\n"
                          "3\t\"<math><mi>x</mi><mo>+</mo><mn>1</mn></math>\"\tbody\n");
  const InitialList list = list_of({.files = {path}});
  EXPECT_THAT(texts_of(list), ElementsAre("sin x", "+ x 1"));
  EXPECT_THAT(list.messages, ElementsAre(HasSubstr("table.tsv:3: the line has 1 cells")));
  const auto no_column = initial_expressions({.files = {write("no.tsv", "id\ttext\n1\tx\n")}});
  ASSERT_FALSE(no_column);
  EXPECT_THAT(no_column.error().message, HasSubstr("no.tsv:1: the table has no column `formula`"));
}

TEST_F(InitialExpressions, AreTheSidesOfRelationsThatWereFound) {
  InitialRequest request;
  request.formulas = {{"\\sin 2x = 2 \\sin x \\cos x", "notes:7"},
                      {"x^2+1 < (x+1)^2 = x^2+2x+1", "notes:8"},
                      {"\\sqrt{x+3}", "notes:9"},
                      {"A \\subseteq", "notes:10"}};
  const auto list = initial_expressions(request);
  ASSERT_TRUE(list);
  std::vector<std::string> found;
  for (const auto& [prefix, origin] : list->expressions) found.push_back(prefix + " @" + origin);
  // 2 sin x cos x equals sin 2x, and x² + 2x + 1 the square: each is taken once.
  EXPECT_THAT(found, testing::ElementsAre("sin * 2 x @notes:7", "+ pow x 2 1 @notes:8",
                                          "pow + x 1 2 @notes:8", "sqrt + x 3 @notes:9"));
}

TEST_F(InitialExpressions, NameTheFileThatCannotBeRead) {
  const auto no_file = initial_expressions({.files = {(folder_ / "none").string()}});
  ASSERT_FALSE(no_file);
  EXPECT_THAT(no_file.error().message, HasSubstr("none"));
  const auto no_templates = initial_expressions({.templates = {(folder_ / "none").string()}});
  ASSERT_FALSE(no_templates);
  EXPECT_THAT(no_templates.error().message, HasSubstr("cannot read the templates"));
  const auto empty_folder = initial_expressions({.templates = {folder_.string()}});
  ASSERT_FALSE(empty_folder);
  const auto wrong = initial_expressions({.templates = {write("w.templates", "a: (sine x)\n")}});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("w.templates:1:5: unknown operator `sine`"));
}

TEST_F(InitialExpressions, AreTakenFromAFolderOfTemplatesThatUseShippedSets) {
  write("b.templates", "b: (?trig (+ x y))\n");
  write("a.templates", "a: (sin x)\n");
  const InitialList list = list_of({.templates = {folder_.string()}});
  EXPECT_EQ(list.expressions.size(), 7u);
  EXPECT_THAT(texts_of(list), Contains("cot + x y"));
}

TEST_F(InitialExpressions, OfTheWideTemplatesHaveLargeNumbersTurnsAndDerivatives) {
  const InitialList list =
      list_of({.templates = {NOETHER_SOURCE_DIR "/templates/wide"}, .seed = 1});
  EXPECT_GT(list.expressions.size(), 3000U);
  std::size_t derivatives = 0;
  std::size_t turns = 0;
  std::size_t large = 0;
  for (const InitialExpression& expression : list.expressions) {
    const std::string text = " " + expression.prefix + " ";
    derivatives += text.starts_with(" d ") ? 1U : 0U;
    turns += text.find(" pi ") != std::string::npos ? 1U : 0U;
    large += text.find("00 ") != std::string::npos ? 1U : 0U;
  }
  EXPECT_GT(derivatives, 500U);
  EXPECT_GT(turns, 100U);
  EXPECT_GT(large, 50U);
}

TEST_F(InitialExpressions, HoldMostOfEgensOwn) {
  const char* data = std::getenv("NOETHER_DATA");
  const std::string path =
      std::string(data != nullptr ? data : "../shared/data") + "/egen/initial-expressions.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path << "; set NOETHER_DATA";
  const InitialList list = list_of({.files = {path}});
  EXPECT_EQ(list.candidates, 4944u);
  EXPECT_GT(list.expressions.size(), 4200u);
  EXPECT_EQ(dropped(list, Unfit::Unreadable), 0u);
}

}  // namespace
}  // namespace noether::egen
