// Plain math has the meaning of its LaTeX: each pair has the same trees.
#include "noether/formula/plain/plain_math.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "noether/formula/formula_io.h"

namespace noether::formula {
namespace {

Formula read(Notation notation, std::string_view text) {
  Formula formula;
  FormulaReader reader;
  EXPECT_TRUE(reader.read(notation, text, formula)) << text;
  return formula;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

void expect_same(const Pairs& pairs) {
  for (const auto& [plain, latex] : pairs) {
    const Formula a = read(Notation::Plain, plain);
    const Formula b = read(Notation::Latex, latex);
    EXPECT_TRUE(a.diagnostics.empty()) << plain;
    EXPECT_TRUE(same_layout(a.layout, b.layout))
        << plain << " is " << latex_from_plain(plain).latex << ", not " << latex;
    EXPECT_TRUE(same_operators(a.operators, b.operators)) << plain;
  }
}

TEST(PlainMath, ReadsWhatItsLatexReads) {
  expect_same({{"sqrt(x^2+1)", "\\sqrt{x^2+1}"},
               {"int_0^1 x^2 dx", "\\int_0^1 x^2 dx"},
               {"x >= 2", "x \\ge 2"},
               {"sum_{k=1}^n k^2", "\\sum_{k=1}^n k^2"},
               {"alpha + beta", "\\alpha+\\beta"},
               {"f: A -> B", "f: A \\to B"},
               {"a != b", "a \\ne b"},
               {"2*x", "2\\cdot x"},
               {"a <= b", "a\\le b"},
               {"a +- b", "a \\pm b"},
               {"1/2", "\\frac{1}{2}"},
               {"x^(n+1)", "x^{n+1}"},
               {"f''(x)", "f''(x)"},
               {"oo", "\\infty"},
               {"infinity", "\\infty"}});
}

TEST(PlainMath, ReadsUnicode) {
  expect_same({{"√x", "\\sqrt{x}"},
               {"√(x+1)", "\\sqrt{x+1}"},
               {"∛8", "\\sqrt[3]{8}"},
               {"∑_{k=1}^n k", "\\sum_{k=1}^n k"},
               {"x²+y²", "x^2+y^2"},
               {"x₁ ≤ x₂", "x_1\\le x_2"},
               {"∫ f(x) dx", "\\int f(x) dx"},
               {"2πr", "2\\pi r"},
               {"½ m v²", "\\frac12 m v^2"},
               {"∑ₖ₌₁ⁿ k", "\\sum_{k=1}^n k"},
               {"∑ᵢ₌₁ⁿ aᵢ", "\\sum_{i=1}^n a_i"},
               {"eˣ + Aᵀ + 2ᵏ⁻ʲ", "e^x + A^T + 2^{k-j}"},
               {"‖x‖", "\\|x\\|"},
               {"x → ∞", "x\\to\\infty"},
               {"a·b", "a\\cdot b"},
               {"∂f/∂x", "\\frac{\\partial f}{\\partial x}"}});
}

TEST(PlainMath, MakesFractionsOfWhatStandsTogether) {
  expect_same({{"(a+b)/(c+d)", "\\frac{a+b}{c+d}"},
               {"2x/3", "\\frac{2x}{3}"},
               {"1/2 x", "\\frac12 x"},
               {"a/b/c", "\\frac{\\frac{a}{b}}{c}"},
               {"sin(x)/x", "\\frac{\\sin(x)}{x}"},
               {"1/sin(x)", "\\frac{1}{\\sin(x)}"},
               {"sin x/2", "\\frac{\\sin x}{2}"},
               {"f(x)/g(x)", "\\frac{f(x)}{g(x)}"},
               {"dy/dx", "\\frac{dy}{dx}"},
               {"d/dx f", "\\frac{d}{dx} f"},
               {"d^2y/dx^2", "\\frac{d^2y}{dx^2}"},
               {"n!/(k!(n-k)!)", "\\frac{n!}{k!(n-k)!}"},
               {"x^2/2 + 1", "\\frac{x^2}{2}+1"},
               {"a / b", "\\frac{a}{b}"},
               {"|x|/2", "\\frac{|x|}{2}"},
               {"frac(a, b+1)", "\\frac{a}{b+1}"}});
}

TEST(PlainMath, EndsTheArgumentOfAFunctionAtASlashAsLatexDoes) {
  expect_same({{"sin x / x", "\\frac{\\sin x}{x}"},
               {"sin x/x", "\\frac{\\sin x}{x}"},
               {"sinx/x", "\\frac{\\sin x}{x}"},
               {"sin 2x / x", "\\frac{\\sin 2x}{x}"},
               {"sin^2 x / x^2", "\\frac{\\sin^2 x}{x^2}"},
               {"2sin x / x", "\\frac{2\\sin x}{x}"},
               {"log x / log 2", "\\frac{\\log x}{\\log 2}"},
               {"log log x / x", "\\frac{\\log\\log x}{x}"},
               {"log_2 x / x", "\\frac{\\log_2 x}{x}"},
               {"sin (x) / x", "\\frac{\\sin(x)}{x}"},
               {"lim_{x->0} sin x / x", "\\lim_{x\\to0}\\frac{\\sin x}{x}"},
               {"sum_{k=1}^n k / 2", "\\sum_{k=1}^n\\frac{k}{2}"},
               {"max x / y", "\\max\\frac{x}{y}"},
               {"max(x)/y", "\\frac{\\max(x)}{y}"}});
  const auto means = [](std::string_view plain, std::string_view latex) {
    return same_operators(read(Notation::Plain, plain).operators,
                          read(Notation::Latex, latex).operators);
  };
  EXPECT_TRUE(means("sin x / x", "\\sin x/x"));
  EXPECT_TRUE(means("log x / log 2", "\\log x/\\log 2"));
  EXPECT_TRUE(means("lim_{x->0} sin x / x", "\\lim_{x\\to 0}\\sin x/x"));
}

TEST(PlainMath, TakesAScriptForWhatPeopleMean) {
  expect_same({{"x^10", "x^{10}"},
               {"x^-1", "x^{-1}"},
               {"e^(i pi)", "e^{i\\pi}"},
               {"2^2^n", "2^{2^n}"},
               {"e^-x^2", "e^{-x^2}"},
               {"x_12", "x_{12}"},
               {"a_(n+1)", "a_{n+1}"},
               {"x**2", "x^2"},
               {"e^sqrt(x)", "e^{\\sqrt{x}}"},
               {"2^sin(x)", "2^{\\sin(x)}"},
               {"x_max", "x_{\\max}"},
               {"A^*", "A^*"},
               {"x^{a+b}y", "x^{a+b}y"},
               {"x_1^2", "x_1^2"}});
}

TEST(PlainMath, KnowsNames) {
  expect_same({{"sinx", "\\sin x"},
               {"2cos^2(x)-1", "2\\cos^2(x)-1"},
               {"lnx", "\\ln x"},
               {"log_2(8)", "\\log_2(8)"},
               {"log10(x)", "\\log_{10}(x)"},
               {"GCD(a,b)", "\\gcd(a,b)"},
               {"arcsinh(x)", "\\operatorname{arcsinh}(x)"},
               {"lim_(x->0) sin(x)/x", "\\lim_{x\\to 0}\\frac{\\sin(x)}{x}"},
               {"lim x->0 f(x)", "\\lim_{x\\to0} f(x)"},
               {"lim(n->oo) a_n", "\\lim_{n\\to\\infty} a_n"},
               {"abs(x)", "|x|"},
               {"floor(x/2)", "\\lfloor\\frac{x}{2}\\rfloor"},
               {"root(3)(x)", "\\sqrt[3]{x}"},
               {"binom(n,k)", "\\binom{n}{k}"},
               {"n choose k", "\\binom{n}{k}"},
               {"x in RR", "x \\in \\mathbb{R}"},
               {"a = b (mod n)", "a=b\\pmod{n}"},
               {"a mod n", "a\\bmod n"},
               {"vec(v)", "\\vec{v}"},
               {"xy", "xy"},
               {"abc", "abc"},
               {"foo", "foo"}});
}

TEST(PlainMath, KeepsBracketsOfAllKinds) {
  expect_same({{"{1,2,3}", "\\{1,2,3\\}"},
               {"[0,1)", "[0,1)"},
               {"(a, b]", "(a, b]"},
               {"||x|| = 1", "||x||=1"},
               {"|x-y| < 1", "|x-y|<1"},
               {"{x | x > 0}", "\\{x | x>0\\}"},
               {"p | ab", "p|ab"},
               {"<x,y>", "<x,y>"}});
}

TEST(PlainMath, ReadsSignsOfSeveralCharacters) {
  expect_same({{"a <=> b", "a\\Leftrightarrow b"},
               {"a => b", "a\\Rightarrow b"},
               {"x |-> x^2", "x\\mapsto x^2"},
               {"a =/= b", "a\\ne b"},
               {"a == b", "a = b"},
               {"x ~~ 3.14", "x\\approx 3.14"},
               {"1+2+...+n", "1+2+\\ldots+n"},
               {"x <-1", "x <-1"},
               {"5!=120", "5\\ne120"},
               {"5! = 120", "5!=120"},
               {"50%", "50\\%"}});
}

TEST(PlainMath, EndsWhereTheTextEnds) {
  expect_same({{"1/sin", "\\frac{1}{\\sin}"},
               {"k/sum", "\\frac{k}{\\sum}"},
               {"(mod", "(\\bmod"},
               {"a/", "a/"},
               {"sqrt", "\\sqrt{}"},
               {"x^", "x^{}"},
               {"f'", "f'"},
               {"lim x->", "\\lim_{x\\to}"}});
}

TEST(PlainMath, LeavesLatexAsItIs) {
  for (const std::string latex : {"\\frac{a}{b}/2", "x^10 \\le y", "\\alpha*x"}) {
    EXPECT_EQ(latex_from_plain(latex).latex, latex);
  }
}

TEST(PlainMath, SaysWhereEachPartStands) {
  const std::string plain = "1+sqrt(ab)";
  const Formula formula = read(Notation::Plain, plain);
  const OperatorTree& tree = formula.operators;
  const NodeId root = tree.child(tree.root(), 1);
  const base::Span source = tree.node(root).source;
  EXPECT_EQ(plain.substr(source.begin, source.end - source.begin), "sqrt(ab");
  const PlainMath translated = latex_from_plain("a/b");
  EXPECT_EQ(translated.source({0, 11}), (base::Span{0, 3}));
}

TEST(PlainMath, IsBoundedWhateverIsTyped) {
  for (const std::string part : {"(", "[", "{", "|", "^", "_", "/", "√", "sqrt", "1/", "a/b", "x^(",
                                 "frac(", "abs(", "lim(x->", "^-", "2^"}) {
    std::string text;
    while (text.size() + part.size() < kMaxPlainBytes) text += part;
    const PlainMath plain = latex_from_plain(text);
    EXPECT_EQ(plain.latex.size(), plain.from.size());
    EXPECT_LT(plain.latex.size(), text.size() * 64) << part;
  }
  FormulaReader reader;
  Formula formula;
  EXPECT_FALSE(reader.read(Notation::Plain, std::string(kMaxPlainBytes + 1, 'x'), formula));
}

TEST(PlainMath, MakesLatexThatIsBalancedOfAnything) {
  const std::vector<std::string> parts = {
      "x", "1",    "(",   ")",   "{",   "}",      "[",   "]",    "|",  "^", "_",
      "/", "sqrt", "sin", "->",  " ",   ",",      "√",   "²",    "'",  "!", "=",
      "-", "*",    "oo",  "lim", "mod", "choose", "abs", "frac", "?a", "$", "∑"};
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) text += parts[random() % parts.size()];
    const Formula formula = read(Notation::Plain, text);
    ASSERT_TRUE(formula.diagnostics.empty()) << text << " is " << latex_from_plain(text).latex
                                             << ": " << formula.diagnostics.front().message;
  }
}

}  // namespace
}  // namespace noether::formula
