#include "noether/formula/notation/unicode_line.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "noether/base/test_seed.h"
#include "noether/base/utf8.h"
#include "noether/formula/latex/reader.h"

namespace noether::formula {
namespace {

LayoutTree layout_of_latex(std::string_view latex) {
  LatexReader reader;
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  reader.read(latex, tree, diagnostics);
  return tree;
}

std::string line(std::string_view latex) { return unicode_line(layout_of_latex(latex)).text; }

// The line with brackets around the marked parts.
std::string marked(std::string_view latex, std::vector<base::Span> parts) {
  UnicodeLine line = unicode_line(layout_of_latex(latex), parts);
  for (auto it = line.marked.rbegin(); it != line.marked.rend(); ++it) {
    line.text.insert(it->end, "⟧");
    line.text.insert(it->begin, "⟦");
  }
  return line.text;
}

TEST(UnicodeLine, RaisesAndLowersScriptsThatUnicodeHas) {
  EXPECT_EQ(line("x^2+y_{n+1}"), "x² + yₙ₊₁");
  EXPECT_EQ(line("\\sum_{i=1}^n i^2"), "∑ᵢ₌₁ⁿ i²");
  EXPECT_EQ(line("f''(x) A^T 90^\\circ {}^3x"), "f′′(x)Aᵀ90°³x");
}

TEST(UnicodeLine, PutsOtherScriptsBehindSigns) {
  EXPECT_EQ(line("e^{i\\pi} a_q"), "e^(iπ)a_q");
  EXPECT_EQ(line("\\int_0^\\infty e^{-x^2}"), "∫₀^∞ e^(-x²)");
  EXPECT_EQ(line("2^{x^2}"), "2^(x²)");
}

TEST(UnicodeLine, ParenthesisesFractionsOnlyWhereNeeded) {
  EXPECT_EQ(line("\\frac{a+b}{2}"), "(a + b)/2");
  EXPECT_EQ(line("\\frac{n(n+1)(2n+1)}{6}"), "n(n + 1)(2n + 1)/6");
  EXPECT_EQ(line("\\frac12 x"), "(1/2)x");
  EXPECT_EQ(line("\\frac{d}{dx}\\sin x"), "(d/dx) sin x");
  EXPECT_EQ(line("\\frac{1}{xy}"), "1/(xy)");
}

TEST(UnicodeLine, DrawsRootsAndAccents) {
  EXPECT_EQ(line("\\sqrt{x^2+1}+\\sqrt[3]{2}+\\sqrt[n]{x}"), "√(x² + 1) + ∛2 + ⁿ√x");
  EXPECT_EQ(line("\\hat\\theta+\\overline{z}+\\overline{ab}"), "θ̂ + z̄ + overline(ab)");
}

TEST(UnicodeLine, PutsTablesIntoOneLine) {
  EXPECT_EQ(line("\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"), "(1 2; 3 4)");
  EXPECT_EQ(line("\\begin{cases}1&x>0\\\\0&x<0\\end{cases}"), "{1, x > 0; 0, x < 0");
  EXPECT_EQ(line("\\binom{n}{k}"), "(n choose k)");
}

TEST(UnicodeLine, KeepsNamesApartFromLetters) {
  EXPECT_EQ(line("2\\sin x\\cos y"), "2 sin x cos y");
  EXPECT_EQ(line("\\lim_{x\\to 0} f(x)"), "lim_(x→0) f(x)");
  EXPECT_EQ(line("x\\text{ if }y"), "x if y");
}

TEST(UnicodeLine, PutsBlanksAroundSignsBetweenOperandsOnly) {
  EXPECT_EQ(line("-x-1=a\\cdot b"), "-x - 1 = a ⋅ b");
  EXPECT_EQ(line("f(a,b)\\in A\\cup B"), "f(a, b) ∈ A ∪ B");
}

TEST(UnicodeLine, MarksWhatComesFromPartsOfTheSource) {
  EXPECT_EQ(marked("a+x^2", {{2, 5}}), "a + ⟦x²⟧");
  EXPECT_EQ(marked("\\frac{a}{b}=c", {{0, 11}}), "⟦a/b⟧ = c");
  EXPECT_EQ(marked("a+b", {}), "a + b");
}

TEST(UnicodeLine, IsUtf8WhateverTheTree) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  constexpr std::string_view kPieces[] = {"x",  "^",      "_",     "{",     "}",    "\\frac",
                                          "12", "\\sqrt", "\\bar", "\\sum", "+",    "=",
                                          "(",  ")",      "&",     "\\\\",  "\\to", "\\sin"};
  for (int round = 0; round < 300; ++round) {
    std::string latex;
    for (std::uint64_t i = random() % 30; i > 0; --i) {
      latex += kPieces[random() % std::size(kPieces)];
      latex += ' ';
    }
    const base::Span all{0, static_cast<std::uint32_t>(latex.size())};
    const UnicodeLine written = unicode_line(layout_of_latex(latex), std::vector{all});
    EXPECT_EQ(base::find_invalid_utf8(written.text), std::nullopt) << latex;
    for (const base::Span& span : written.marked) EXPECT_LE(span.end, written.text.size());
  }
}

}  // namespace
}  // namespace noether::formula
