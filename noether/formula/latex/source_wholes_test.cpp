#include "noether/formula/latex/source_wholes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/layout_tree.h"

namespace noether::formula {
namespace {

LayoutTree layout_of(std::string_view latex) {
  LatexReader reader;
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  reader.read(latex, tree, diagnostics);
  return tree;
}

std::string in_braces(std::string latex, base::Span piece) {
  latex.insert(piece.end, "}");
  latex.insert(piece.begin, "{");
  return latex;
}

// Equal except for blanks at the ends of the part.
bool has_all_of(base::Span part, base::Span piece, const std::string& latex) {
  while (part.begin < part.end && latex[part.begin] == ' ') ++part.begin;
  while (part.begin < part.end && latex[part.end - 1] == ' ') --part.end;
  return part.begin == part.end || (piece.begin <= part.begin && part.end <= piece.end);
}

// The smallest piece around the first occurrence of `part`.
std::string around(const std::string& latex, const std::string& part) {
  const std::size_t at = latex.find(part);
  EXPECT_NE(at, std::string::npos) << part << " in " << latex;
  const auto begin = static_cast<std::uint32_t>(at);
  const base::Span piece =
      SourceWholes(latex).around({begin, begin + static_cast<std::uint32_t>(part.size())});
  return latex.substr(piece.begin, piece.end - piece.begin);
}

TEST(SourceWholes, TakeAnAtomWithItsArgumentsAndScripts) {
  EXPECT_EQ(around("a+\\frac{b}{c}", "\\frac"), "\\frac{b}{c}");
  EXPECT_EQ(around("a+\\frac{b}{c}", "b"), "b");
  EXPECT_EQ(around("a+\\frac{b}{c}", "{b}{c}"), "\\frac{b}{c}");
  EXPECT_EQ(around("1+x^2", "+x"), "+x^2");
  EXPECT_EQ(around("1+x^2", "^2"), "x^2");
  EXPECT_EQ(around("\\sum_{k=1}^n k", "k=1}^n"), "\\sum_{k=1}^n");
  EXPECT_EQ(around("\\sum\\limits_{k=1}^n k", "\\sum"), "\\sum\\limits_{k=1}^n");
  EXPECT_EQ(around("\\hat{x}+1", "x"), "\\hat{x}");
  EXPECT_EQ(around("\\mathbb R^n", "R"), "\\mathbb R^n");
  EXPECT_EQ(around("\\text{if }x", "if"), "\\text{if }");
  EXPECT_EQ(around("a\\not=b", "="), "\\not=");
}

TEST(SourceWholes, TakeASingleSymbolWithoutItsScripts) {
  EXPECT_EQ(around("1+x^2", "x"), "x");
  EXPECT_EQ(around("{y}_1", "y"), "{y}");
  EXPECT_EQ(around("\\alpha_n^2", "\\alpha"), "\\alpha");
  EXPECT_EQ(around("\\sin^2 x", "\\sin"), "\\sin");
  EXPECT_EQ(around("f'(x)", "f"), "f");
  EXPECT_EQ(around("\\int_0^1 x", "\\int"), "\\int_0^1");
  EXPECT_EQ(around("12^2", "12"), "12^2");
  EXPECT_EQ(around("x²+1", "x"), "x²");
}

TEST(SourceWholes, TakeAnArgumentWithoutBracesOnlyWhereItStaysOne) {
  EXPECT_EQ(around("\\frac12", "1"), "1");
  EXPECT_EQ(around("\\frac12", "12"), "\\frac12");
  EXPECT_EQ(around("\\sqrt x^2", "x"), "\\sqrt x^2");
  EXPECT_EQ(around("a_n^2", "n"), "n");
  EXPECT_EQ(around("x^\\frac12", "1"), "x^\\frac12");
}

TEST(SourceWholes, TakeAllOfARowWithAnInfixFraction) {
  EXPECT_EQ(around("1+{\\sin x\\over x}", "\\over x"), "\\sin x\\over x");
  EXPECT_EQ(around("1+{\\sin x\\over x}", "\\sin x"), "\\sin x");
  EXPECT_EQ(around("{n \\choose k}+1", "n \\choose k"), "n \\choose k");
  EXPECT_EQ(around("a \\atop b+c", "a \\atop b"), "a \\atop b+c");
}

TEST(SourceWholes, NeverCutATableOrAPairOfFences) {
  EXPECT_EQ(around("\\begin{matrix}a&b\\\\c&d\\end{matrix}+1", "b\\\\c"),
            "\\begin{matrix}a&b\\\\c&d\\end{matrix}");
  EXPECT_EQ(around("\\begin{matrix}s+1&b\\end{matrix}", "s"), "s");
  EXPECT_EQ(around("\\left(a+b\\right)c", "\\left(a"), "\\left(a+b\\right)");
  EXPECT_EQ(around("\\left(a+b\\right)c", "a+b"), "a+b");
  EXPECT_EQ(around("\\left\\{x\\middle|y\\right\\}c", "x\\middle|y"),
            "\\left\\{x\\middle|y\\right\\}");
  EXPECT_EQ(around("a&=b\\\\&=c", "b\\\\&"), "a&=b\\\\&=c");
  EXPECT_EQ(around("a&=b\\\\&=c", "=b"), "=b");
}

TEST(SourceWholes, TakeASwitchWithTheRestOfItsRow) {
  EXPECT_EQ(around("a\\displaystyle b+c", "a\\displaystyle b"), "a\\displaystyle b+c");
  EXPECT_EQ(around("{\\bf x}+y", "\\bf"), "{\\bf x}");
  EXPECT_EQ(around("{\\bf x}^2", "x"), "{\\bf x}^2");
  EXPECT_EQ(around("a+{b\\large c=d}", "c"), "{b\\large c=d}");
  EXPECT_EQ(around("a+{b\\large c=d}", "b"), "b");
  EXPECT_EQ(around("\\color{red}a\\\\b", "b"), "\\color{red}a\\\\b");
  EXPECT_EQ(around("\\color{red}{x}+y", "red"), "\\color{red}{x}+y");
  EXPECT_EQ(around("x=1\\tag{3}", "1\\tag"), "x=1\\tag{3}");
  EXPECT_EQ(around("x=1\\tag3", "3"), "x=1\\tag3");
}

TEST(SourceWholes, TakeDotsWithWhatTheyLookAt) {
  EXPECT_EQ(around("1,\\dots+n", "\\dots"), "\\dots+");
  EXPECT_EQ(around("1+\\cdots+n", "\\cdots"), "\\cdots");
  EXPECT_EQ(around("\\{1,\\cdots, n\\}", "\\cdots"), "\\cdots,");
  EXPECT_EQ(around("\\{1\\cdots, n\\}", ", n"), "\\cdots, n");
  EXPECT_EQ(around("\\left(1,\\ldots\\right)+2", "1,\\ldots"), "\\left(1,\\ldots\\right)");
}

TEST(SourceWholes, TakeSignsThatFollowEachOtherTogether) {
  EXPECT_EQ(around("\\int\\int f", "\\int"), "\\int\\int");
  EXPECT_EQ(around("\\int\\int_D f", "\\int"), "\\int");
  EXPECT_EQ(around("a,,b", ","), ",,");
}

TEST(SourceWholes, TakeAllOfWhatIsNotUnderstood) {
  for (const std::string latex : {"x+{y", "x+y}", "\\left(x+y", "\\def\\a{x+y}\\a", "x\\kern 3pt y",
                                  "\\begin{matrix}x+y", "a\\over b\\over x"}) {
    EXPECT_EQ(around(latex, "x"), latex);
  }
}

// Formulas with commands of each family, and with all ways of writing arguments.
constexpr const char* kFormulas[] = {
    "{\\sin x\\over x}+\\frac12",
    "\\int_0^1 {x^2 \\over 1+x}\\,dx = \\sum\\limits_{k=0}^\\infty a_k^2",
    "\\left(\\frac{a+b}{c}\\right)^{n+1} \\le \\sqrt[3]{x+\\sqrt y}",
    "\\begin{pmatrix} a & b^2 \\\\ \\frac{c}{d} & -e \\end{pmatrix}\\binom n k",
    "f'(x)=\\lim_{h\\to 0}\\frac{f(x+h)-f(x)}{h}",
    "\\hat x+\\overline{a+b}\\mathbb R^n\\text{ for all }x\\in\\mathbf{A}_1",
    "\\begin{cases} x & \\text{if } x>0 \\\\ -x & \\text{else}\\end{cases}",
    "a=b \\\\ c=d",
    "{n \\choose k}^2_3 x_1^\\prime\\!{}_2F_1",
    "\\underbrace{a+b}_{n}\\overset{!}{=}c",
    "|x|+\\|y\\|\\leq\\bigl(a\\bigr)\\not\\in B",
    "\\displaystyle a_1 {\\bf b}+\\rm c\\;d",
    "\\operatorname{rank}(A)\\operatorname*{argmax}_x f"};

TEST(SourceWholes, LeaveTheLayoutAsItIsInBraces) {
  std::size_t tried = 0;
  for (const std::string latex : kFormulas) {
    const LayoutTree plain = layout_of(latex);
    const SourceWholes wholes(latex);
    for (std::uint32_t begin = 0; begin < latex.size(); ++begin) {
      for (auto end = begin + 1; end <= latex.size(); ++end) {
        const base::Span piece = wholes.around({begin, end});
        ASSERT_TRUE(has_all_of({begin, end}, piece, latex)) << latex;
        const std::string marked = in_braces(latex, piece);
        EXPECT_TRUE(same_layout(plain, layout_of(marked))) << latex << "\n" << marked;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 5000U);
}

TEST(SourceWholes, HoldWhatTheyAreAroundAndAreAroundThemselves) {
  constexpr const char* kPieces[] = {"\\frac",
                                     "{",
                                     "}",
                                     "x",
                                     "^",
                                     "_",
                                     "2",
                                     "\\over",
                                     "&",
                                     "\\\\",
                                     "\\left(",
                                     "\\right)",
                                     "+",
                                     "\\sqrt",
                                     "[",
                                     "]",
                                     "\\sum",
                                     "\\text{a}",
                                     "'",
                                     " ",
                                     "\\bf",
                                     "\\begin{matrix}",
                                     "\\end{matrix}",
                                     "\\hat",
                                     "\\limits",
                                     "é"};
  constexpr unsigned kSeed = 18;
  std::mt19937 random(kSeed);
  RecordProperty("seed", kSeed);
  for (int round = 0; round < 3000; ++round) {
    std::string latex;
    for (int i = 0; i < 12; ++i) latex += kPieces[random() % std::size(kPieces)];
    const SourceWholes wholes(latex);
    for (int i = 0; i < 5; ++i) {
      const auto begin = static_cast<std::uint32_t>(random() % latex.size());
      const auto end = begin + 1 + static_cast<std::uint32_t>(random() % (latex.size() - begin));
      const base::Span piece = wholes.around({begin, end});
      EXPECT_TRUE(has_all_of({begin, end}, piece, latex)) << latex;
      EXPECT_LE(piece.end, latex.size());
      EXPECT_EQ(wholes.around(piece), piece) << latex;
    }
  }
}

TEST(SourceWholes, AreFoundInFormulasOfAnyDepth) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "\\frac{";
  EXPECT_EQ(SourceWholes(deep).around({0, 1}).end, deep.size());
  std::string hats;
  for (int i = 0; i < 100000; ++i) hats += "\\hat";
  EXPECT_EQ(SourceWholes(hats).around({0, 1}).end, hats.size());
}

}  // namespace
}  // namespace noether::formula
