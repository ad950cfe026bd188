#include "noether/formula/ids.h"

#include <gtest/gtest.h>

#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"

namespace noether::formula {
namespace {

struct Ids {
  base::Digest visual;
  base::Digest structural;
  base::Digest alpha;
};

Ids ids(std::string_view latex) {
  LatexReader reader;
  OperatorGrammar grammar;
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> diagnostics;
  reader.read(latex, layout, diagnostics);
  grammar.build(layout, operators, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << latex;
  return {visual_id(layout), structural_id(operators), alpha_id(operators)};
}

TEST(VisualId, IsTheSameForWhatIsDrawnTheSame) {
  EXPECT_EQ(ids("x^2").visual, ids("{x}^{2}").visual);
  EXPECT_EQ(ids("a\\le b").visual, ids("a \\leq b").visual);
  EXPECT_EQ(ids("\\frac12").visual, ids("{1\\over 2}").visual);
  EXPECT_EQ(ids("\\left(x\\right)").visual, ids("(x)").visual);
  EXPECT_EQ(ids("x_1^2").visual, ids("x^2_1").visual);
  EXPECT_EQ(ids("\\,n\\,").visual, ids("n").visual);
}

TEST(VisualId, DiffersForWhatIsDrawnDifferently) {
  EXPECT_NE(ids("x^2").visual, ids("x_2").visual);
  EXPECT_NE(ids("a+b").visual, ids("b+a").visual);
  EXPECT_NE(ids("ab").visual, ids("a\\cdot b").visual);
  EXPECT_NE(ids("\\binom nk").visual, ids("\\left(\\frac nk\\right)").visual);
  EXPECT_NE(ids("x^{y}z").visual, ids("x^{yz}").visual);
  EXPECT_NE(ids("\\mathbb{R}").visual, ids("R").visual);
}

TEST(StructuralId, ForgetsTheOrderOfUnorderedOperands) {
  EXPECT_EQ(ids("a+b").structural, ids("b+a").structural);
  EXPECT_EQ(ids("a=b").structural, ids("b=a").structural);
  EXPECT_EQ(ids("\\{1,2\\}").structural, ids("\\{2,1\\}").structural);
  EXPECT_EQ(ids("x(a+bc)").structural, ids("(cb+a)x").structural);
  EXPECT_EQ(ids("ab").structural, ids("a\\cdot b").structural);
}

TEST(StructuralId, KeepsTheOrderOfOrderedOperands) {
  EXPECT_NE(ids("a-b").structural, ids("b-a").structural);
  EXPECT_NE(ids("a^b").structural, ids("b^a").structural);
  EXPECT_NE(ids("(1,2)").structural, ids("(2,1)").structural);
  EXPECT_NE(ids("a+b").structural, ids("a+c").structural);
}

TEST(AlphaId, ForgetsTheNamesOfVariables) {
  EXPECT_EQ(ids("x^2+y").alpha, ids("a^2+b").alpha);
  EXPECT_EQ(ids("x+y^2").alpha, ids("b^2+a").alpha);
  EXPECT_EQ(ids("\\sum_{i=1}^n i").alpha, ids("\\sum_{k=1}^m k").alpha);
  EXPECT_EQ(ids("f(x)").alpha, ids("g(t)").alpha);
}

TEST(AlphaId, KeepsAccentsAndNamesOfFixedThings) {
  EXPECT_NE(ids("\\bar x").alpha, ids("f(x)").alpha);
  EXPECT_NE(ids("\\bar x").alpha, ids("\\hat x").alpha);
  EXPECT_NE(ids("\\mathbb{R}").alpha, ids("x").alpha);
  EXPECT_NE(ids("\\pi").alpha, ids("x").alpha);
}

TEST(AlphaId, KeepsWhichVariablesAreTheSame) {
  EXPECT_NE(ids("x+x").alpha, ids("x+y").alpha);
  EXPECT_NE(ids("x^2+xy").alpha, ids("x^2+yz").alpha);
  EXPECT_NE(ids("x-y").alpha, ids("x-x").alpha);
  EXPECT_NE(ids("\\sin x").alpha, ids("\\cos x").alpha);
  EXPECT_NE(ids("2x").alpha, ids("3x").alpha);
}

// Six variables in one ring of products against two rings of three: in both, every variable occurs
// in two products, so only singling variables out distinguishes them.
TEST(AlphaId, TellsApartWhatLooksAlikeFromEveryVariable) {
  EXPECT_NE(ids("ab+bc+cd+dg+gh+ha").alpha, ids("ab+bc+ca+dg+gh+hd").alpha);
  EXPECT_EQ(ids("ab+bc+cd+dg+gh+ha").alpha, ids("ha+gd+dc+cb+ba+hg").alpha);
  EXPECT_EQ(ids("ab+bc+ca+dg+gh+hd").alpha, ids("xy+yz+zx+uv+vw+wu").alpha);
}

}  // namespace
}  // namespace noether::formula
