#include "noether/formula/notation/sexpr.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/formula/limits.h"
#include "noether/formula/notation/random_trees.h"

namespace noether::formula {
namespace {

std::string sexpr_again(std::string_view text) {
  OperatorTree tree;
  const auto result = read_sexpr(text, tree);
  if (!result) {
    return "! " + std::to_string(result.error().span.begin) + "-" +
           std::to_string(result.error().span.end) + " " + result.error().message;
  }
  std::string out;
  write_sexpr(tree, out);
  return out;
}

TEST(Sexpr, ReadsSignsOfOperators) {
  EXPECT_EQ(sexpr_again("(^ x 2)"), "(pow x 2)");
  EXPECT_EQ(sexpr_again("(** x 2)"), "(pow x 2)");
  EXPECT_EQ(sexpr_again("(≠ x (· 2 y))"), "(neq x (* 2 y))");
  EXPECT_EQ(sexpr_again("(% x 2)"), "! 1-2 '%' is not an operator");
  EXPECT_EQ(sexpr_again("(call:% x 2)"), "(call:% x 2)");
  EXPECT_EQ(sexpr_again("variable:^"), "variable:^");
}

TEST(Sexpr, WritesWhatItReads) {
  for (const std::string text : {"x",
                                 "42",
                                 ".5",
                                 "-2",
                                 "_",
                                 "+",
                                 "infinity",
                                 "\"is prime\"",
                                 "(+ (pow x 2) 1)",
                                 "(chain a < b <= c)",
                                 "(sin x)",
                                 "(sin)",
                                 "(sqrt x)",
                                 "(root x 3)",
                                 "(apply (prime f 1) x)",
                                 "(interval:closed-open 0 1)",
                                 "(infix:⊙ a b)",
                                 "infix:⊙",
                                 "(related:≺ a b)",
                                 "(big:⨆ A (= i 1) n)",
                                 "(delimited:⟨⟩ x)",
                                 "(d x (f x))",
                                 "(d x (f x) 2)",
                                 "(pow d 2)",
                                 "(* d x)",
                                 "variable:pow",
                                 "(call:pow x)",
                                 "(call:asin x)",
                                 "(call:\"a b\" x)",
                                 "variable:\"a:b\"",
                                 "number:-2",
                                 "(error \"\\\\frac{\")",
                                 "(: f (to A B))",
                                 "(set)",
                                 "\"a \\\"quoted\\\"\\nline\\x01\"",
                                 "(neg x)",
                                 "variable",
                                 "symbol:℘",
                                 ""}) {
    EXPECT_EQ(sexpr_again(text), text);
  }
}

TEST(Sexpr, UnderstandsOtherSpellings) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"  ( +  x\t1 ) ", "(+ x 1)"},
      {"(asin x)", "(arcsin x)"},
      {"(neg 2)", "-2"},
      {"(acsch (* 7 x))", "(arccsch (* 7 x))"},
      {"(+)", "+"},
      {"missing", "_"},
      {"infix:\"⊙\"", "infix:⊙"},
      {"(d)", "(d)"},
      {"(root x)", "(sqrt x)"},
      {"(f(g x))", "(f (g x))"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(sexpr_again(text), expected) << text;
}

TEST(Sexpr, PutsTheVariableOfADerivativeFirst) {
  OperatorTree tree;
  ASSERT_TRUE(read_sexpr("(d x (ln x))", tree));
  EXPECT_EQ(tree.op(tree.child(tree.root(), 0)), Op::Call);
  EXPECT_EQ(tree.op(tree.child(tree.root(), 1)), Op::Variable);
}

TEST(Sexpr, ReadsANegativeNumberAsTheNegatedNumber) {
  OperatorTree tree;
  ASSERT_TRUE(read_sexpr("(+ x -2)", tree));
  const NodeId negated = tree.child(tree.root(), 1);
  EXPECT_EQ(tree.op(negated), Op::Negate);
  EXPECT_EQ(tree.label(tree.child(negated, 0)), "2");
}

TEST(Sexpr, SaysWhereAnExpressionIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"(+ x", "! 0-4 ')' is missing"},
      {")", "! 0-1 an operand is missing before ')'"},
      {"()", "! 0-2 the name of an operator or function is missing after '('"},
      {"((f) x)", "! 0-2 the name of an operator or function is missing after '('"},
      {"(2 x)", "! 1-2 only an operator or a function can be applied"},
      {"x y", "! 2-3 text after the end of the expression"},
      {"\"abc", "! 0-4 the string has no closing '\"'"},
      {"\"\\xg0\"", "! 1-5 \\x needs two hexadecimal digits"},
      {"(foo:bar x)", "! 1-4 no labelled operator has the name 'foo'"},
      {"(+:bar x)", "! 1-2 no labelled operator has the name '+'"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(sexpr_again(text), expected) << text;
}

TEST(Sexpr, RefusesWhatIsTooDeepOrTooLong) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(f ";
  EXPECT_TRUE(sexpr_again(deep).starts_with("! 1536-1537 the expression is too large"));
  EXPECT_TRUE(sexpr_again(std::string(kMaxInputBytes + 1, 'x')).starts_with("! "));
  std::string limit = "x";
  for (int i = 1; i < kMaxOperatorDepth; ++i) limit = "(f " + limit + ")";
  EXPECT_EQ(sexpr_again(limit), limit);
  EXPECT_TRUE(sexpr_again("(f " + limit + ")").starts_with("! "));
}

TEST(Sexpr, EveryTreeReadsBackAsItself) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < 5'000; ++i) {
    const OperatorTree tree = random.operator_tree(5);
    std::string text;
    write_sexpr(tree, text);
    OperatorTree again;
    const auto result = read_sexpr(text, again);
    ASSERT_TRUE(result) << text << "\n" << result.error().message;
    ASSERT_TRUE(same_operators(tree, again)) << text << "\n" << sexpr_again(text);
  }
}

}  // namespace
}  // namespace noether::formula
