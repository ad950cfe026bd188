#include "noether/formula/latex/reader.h"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <string>

#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/limits.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

struct Read {
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
};

Read read(std::string_view latex) {
  Read made;
  LatexReader reader;
  reader.read(latex, made.tree, made.diagnostics);
  return made;
}

std::string slt(std::string_view latex) {
  const Read made = read(latex);
  std::string out;
  write_tangent_slt(made.tree, out);
  return out;
}

// The expected strings are those of Tangent-S for the same formulas, except for the order of the
// halves of a fraction without a bar, which is how tangent.h marks it.
TEST(LatexReader, DrawsLikeTangentS) {
  EXPECT_EQ(slt("x^{2}+1"), "[V!x[+[N!1]],a[N!2]]");
  EXPECT_EQ(slt("\\dfrac{5}{6}"), "[O!divide,o[N!5],u[N!6]]");
  EXPECT_EQ(slt("\\sum_{n=1}^{\\infty}a_{n}"), "[∑[V!a,b[V!n]],o[V!∞],u[V!n[=[N!1]]]]");
  EXPECT_EQ(slt("\\sum_{k=0}^{n} \\binom{n}{k} k"),
            "[∑[M!()1x1[V!k],w[O!divide,u[V!k],o[V!n]]],o[V!n],u[V!k[=[N!0]]]]");
  EXPECT_EQ(slt("f(x)"), "[V!f[M!()1x1,w[V!x]]]");
  EXPECT_EQ(slt("[-1,-\\frac{1}{3}]"),
            "[M!&lsqb;&rsqb;1x2,w[-[N!1[&comma;]],e[-[O!divide,o[N!1],u[N!3]]]]]");
  EXPECT_EQ(slt("\\sqrt[3]{x}"), "[O!root,c[N!3],w[V!x]]");
  EXPECT_EQ(slt("{}_nC_k"), "[V!C,b[V!k],d[V!n]]");
  EXPECT_EQ(slt("f''"), "[V!f,a[′′]]");
  EXPECT_EQ(slt("\\vec{v}_{k+1}"), "[V!v,b[V!k[+[N!1]]],o[→]]");
}

TEST(LatexReader, StripsTheDelimitersOfMathMode) {
  for (const char* latex : {"$x$", "$$x$$", "\\(x\\)", "\\[x\\]", "  $ x $ "}) {
    EXPECT_EQ(slt(latex), "[V!x]") << latex;
  }
}

TEST(LatexReader, SpansPointIntoTheTextAsItWasGiven) {
  const Read made = read(" $x+\\frac{1}$");
  ASSERT_EQ(made.diagnostics.size(), 1u);
  EXPECT_EQ(made.diagnostics[0].span, (base::Span{4, 9}));
  EXPECT_EQ(made.tree.node(made.tree.root()).source, (base::Span{2, 3}));
}

TEST(LatexReader, KeepsAnUnknownCommandAsANamedSymbol) {
  const Read made = read("\\zz");
  EXPECT_TRUE(made.diagnostics.empty());
  EXPECT_EQ(made.tree.label(made.tree.root()), "zz");
}

TEST(LatexReader, ReadsTheBestTreeAroundAnError) {
  EXPECT_EQ(slt("a+\\frac{b}"), "[V!a[+[O!divide,o[V!b],u[E!frac]]]]");
}

TEST(LatexReader, MarksAnErrorInAnArgumentThatDrawsNothing) {
  for (const char* latex : {"\\cfrac[\\frac]{a}{b}", "\\sideset{\\frac}{}x"}) {
    const Read made = read(latex);
    EXPECT_FALSE(made.diagnostics.empty()) << latex;
    EXPECT_TRUE(has_error(made.tree)) << latex;
  }
}

TEST(LatexReader, IsEmptyForEmptyInput) {
  EXPECT_TRUE(read("").tree.empty());
  EXPECT_TRUE(read("  $$ $$ ").tree.empty());
}

// Input that is made to be deep, long or recursive must end in an error quickly.
class HostileInput : public testing::TestWithParam<std::string> {};

TEST_P(HostileInput, EndsInAnErrorInWellUnderASecond) {
  std::string input;
  while (input.size() < kMaxInputBytes - GetParam().size()) input += GetParam();
  const std::clock_t start = std::clock();
  Read made = read(input);
  OperatorGrammar grammar;
  OperatorTree operators;
  grammar.build(made.tree, operators, made.diagnostics);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_FALSE(made.diagnostics.empty());
  EXPECT_LT(seconds, 20.0);  // generous, for sanitizers; quadratic time would take hours
}

INSTANTIATE_TEST_SUITE_P(Inputs, HostileInput,
                         testing::Values("{", "\\frac", "\\sqrt{", "x^{", "x_", "\\left(",
                                         "\\begin{matrix}", "-", "\\sin", "\\sum", "\\int",
                                         "\\forall x", "\\neg", "\\hat", "a/", "x'^", "\\text{$",
                                         "\\frac{d}{dx}", "\\overset{a}", ":", "a:b="));

TEST(LatexReader, ReadsLongFlatInputInLinearTime) {
  for (const std::string unit : {"x+",
                                 "(x)",
                                 "|x|",
                                 "a,",
                                 "x_1",
                                 "\\int x dx+",
                                 "[a,b[",
                                 "a|b,",
                                 "\\lfloor x\\rfloor^2",
                                 "x=",
                                 "1\\,000",
                                 "a\\\\",
                                 "p\\Rightarrow ",
                                 "\\langle ",
                                 "\\lfloor ",
                                 "\\rceil ",
                                 "\\prime",
                                 "'_1",
                                 "((x)",
                                 "]",
                                 "x'^2_3",
                                 "\\langle a,",
                                 "a\\wedge b\\vee ",
                                 "a<b\\barwedge ",
                                 "<a,|",
                                 "<\\lfloor ",
                                 "=<a,b>",
                                 "sinx",
                                 "sinx ",
                                 "\\\\[",
                                 "1{,}",
                                 "\\smash["}) {
    std::string input;
    while (input.size() < kMaxInputBytes / 8) input += unit;
    const auto start = std::chrono::steady_clock::now();
    Read made = read(input);
    OperatorGrammar grammar;
    OperatorTree operators;
    grammar.build(made.tree, operators, made.diagnostics);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), 5.0) << unit;
  }
}

TEST(LatexReader, RefusesAFormulaOverTheSizeLimit) {
  const Read made = read(std::string(kMaxInputBytes + 1, 'x'));
  ASSERT_EQ(made.diagnostics.size(), 1u);
  EXPECT_TRUE(has_error(made.tree));
}

TEST(LatexReader, CanBeUsedAgainAfterAnError) {
  LatexReader reader;
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  reader.read("\\def\\a{\\a\\a}\\a", tree, diagnostics);
  EXPECT_EQ(diagnostics.size(), 1u);
  diagnostics.clear();
  reader.read("\\a", tree, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(tree.label(tree.root()), "a");
}

std::string first_unknown(std::string_view latex) {
  LatexReader reader;
  LayoutTree tree;
  std::vector<base::Error> problems;
  reader.read(latex, tree, problems);
  return reader.first_unknown() ? reader.first_unknown()->name : "";
}

TEST(LatexReader, SaysWhichCommandNothingHas) {
  EXPECT_EQ(first_unknown(R"(\frac{\alpha}{\foo x} + \bar{\baz})"), "foo");
  EXPECT_EQ(first_unknown(R"(\frac{\alpha}{2} + \sin x \le \infty)"), "");
  EXPECT_EQ(first_unknown("x + 1"), "");
}

TEST(LatexReader, KnowsCommandsThatTheFormulaDefines) {
  EXPECT_EQ(first_unknown(R"(\newcommand{\foo}{x^2} \foo + \bar{y})"), "");
  EXPECT_EQ(first_unknown(R"(\def\foo{x^2} \foo + \baz)"), "baz");
  EXPECT_EQ(first_unknown(R"(\gdef\foo{x} \let\baz=\alpha \foo + \baz)"), "");
  EXPECT_EQ(first_unknown(R"(\foo + \def\foo{x} \foo)"), "foo");
}

TEST(LatexReader, KnowsCommandsThatBelongToWhatBeganBeforeThem) {
  EXPECT_EQ(first_unknown(R"({1 \over n} + {n \choose k} + {a \atop b})"), "");
  EXPECT_EQ(first_unknown(R"(\root 3 \of{7})"), "");
  EXPECT_EQ(first_unknown(R"(x \of y)"), "of");
  EXPECT_EQ(first_unknown(R"(\(x\))"), "");
  EXPECT_EQ(first_unknown(R"(\begin{pmatrix} a & b \\ c & d \cr e & f \end{pmatrix})"), "");
}

}  // namespace
}  // namespace noether::formula
