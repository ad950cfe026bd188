#include "noether/formula/notation/prefix.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::formula {
namespace {

std::string message(const base::Error& error) {
  return "! " + std::to_string(error.span.begin) + "-" + std::to_string(error.span.end) + " " +
         error.message;
}

std::string rewritten(std::string_view text) {
  OperatorTree tree;
  if (const auto result = read_prefix(text, tree); !result) return message(result.error());
  std::string out;
  write_prefix(tree, out);
  return out;
}

std::string as_sexpr(std::string_view text) {
  OperatorTree tree;
  if (const auto result = read_prefix(text, tree); !result) return message(result.error());
  std::string out;
  write_sexpr(tree, out);
  return out;
}

TEST(Prefix, ReadsTheLanguageOfEgen) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"* -2 pow acsch * 7 x 2", "(* -2 (pow (arccsch (* 7 x)) 2))"},
      {"/ -2 csc asin pow acsch * x 7 2", "(/ -2 (csc (arcsin (pow (arccsch (* x 7)) 2))))"},
      {"d x * 9 + pow x 3 * -20 pow x 7", "(d x (* 9 (+ (pow x 3) (* -20 (pow x 7)))))"},
      {"- -0.5 sqrt abs pi", "(- -0.5 (sqrt (abs π)))"},
      {"ln exp e", "(ln (exp e))"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(as_sexpr(text), expected);
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(Prefix, CarriesEveryOtherTree) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"+#3 a b c", "(+ a b c)"},
      {"f#2 x y", "(f x y)"},
      {"f#0", "(f)"},
      {"sin#0", "(sin)"},
      {"variable:d", "d"},
      {"call:pow x", "(call:pow x)"},
      {"interval:closed-open 0 infinity", "(interval:closed-open 0 infinity)"},
      {"text:is%20prime", "\"is prime\""},
      {"chain a <#0 b =#0 c", "(chain a < b = c)"},
      {"number:-2", "number:-2"},
      {"sum k = k 1 n", "(sum k (= k 1) n)"},
      {"sum#1 k", "(sum k)"},
      {": f to A B", "(: f (to A B))"},
      {"variable:a%3Ab", "variable:\"a:b\""},
      {"d#3 x f#1 x 2", "(d x (f x) 2)"},
      {"root x 3", "(root x 3)"},
      {"_", "_"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(as_sexpr(text), expected);
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(Prefix, SaysWhereALineIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"+ x", "! 0-1 an operand is missing"},
      {"+ x * 2", "! 4-5 an operand is missing"},
      {"+ x y z", "! 6-7 tokens after the end of the expression"},
      {"foo:bar", "! 0-7 no labelled operator has this name"},
      {"+#99999999 x", "! 0-10 an operand is missing"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(rewritten(text), expected) << text;
}

TEST(Prefix, RefusesWhatIsTooDeep) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "sin ";
  EXPECT_EQ(rewritten(deep + "x"), "! 2048-2049 the expression is too large");
}

TEST(Prefix, EveryTreeReadsBackAsItself) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 5'000; ++i) {
    const OperatorTree tree = random.operator_tree(5);
    std::string text;
    write_prefix(tree, text);
    OperatorTree again;
    const auto result = read_prefix(text, again);
    ASSERT_TRUE(result) << text << "\n" << result.error().message;
    ASSERT_TRUE(same_operators(tree, again)) << text << "\n" << rewritten(text);
  }
}

}  // namespace
}  // namespace noether::formula
