#include "noether/formula/notation/writers.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "noether/formula/formula_io.h"

namespace noether::formula {
namespace {

std::string spoken(std::string_view text, Notation notation = Notation::Latex) {
  FormulaReader reader;
  Formula formula;
  EXPECT_TRUE(reader.read(notation, text, formula)) << text;
  std::string out;
  write_formula(Notation::Spoken, formula, out);
  return out;
}

struct SpokenCase {
  std::string_view latex;
  std::string_view words;
};

void expect_all(std::initializer_list<SpokenCase> cases) {
  for (const auto& [latex, words] : cases) EXPECT_EQ(spoken(latex), words) << latex;
}

TEST(Spoken, SaysWhatIsSimpleSimply) {
  expect_all({
      {"x", "x"},
      {"x+1", "x plus 1"},
      {"a-b+c", "a minus b plus c"},
      {"-x", "minus x"},
      {"2x", "2 x"},
      {"2xy", "2 x y"},
      {"x^2", "x squared"},
      {"x^3", "x cubed"},
      {"x^n", "x to the n"},
      {"x^{-1}", "x to the minus 1"},
      {"3x^2", "3 x squared"},
      {"\\frac{x}{2}", "x over 2"},
      {"\\frac{\\sin x}{x}", "sine of x over x"},
      {"{\\sin x\\over x}", "sine of x over x"},
      {"\\sqrt{2}", "the square root of 2"},
      {"x_1", "x sub 1"},
      {"n!", "n factorial"},
      {"|x|", "the absolute value of x"},
      {"f(x)", "f of x"},
      {"\\sin 2x", "sine of 2 x"},
      {"a=b", "a equals b"},
      {"x\\in A", "x in capital A"},
      {"\\binom{n}{k}", "n choose k"},
  });
}

TEST(Spoken, OpensAndClosesWhatBelongsTogether) {
  expect_all({
      {"\\frac{x+1}{2}", "the fraction x plus 1 over 2 end fraction"},
      {"\\sin\\frac{x}{2}", "sine of the fraction x over 2 end fraction"},
      {"(x+1)^2", "the quantity x plus 1 end quantity squared"},
      {"x^{n+1}", "x to the power n plus 1 end power"},
      {"2(x+1)", "2 times the quantity x plus 1 end quantity"},
      {"\\sqrt{x+1}", "the square root of x plus 1 end root"},
      {"\\sqrt[3]{x}", "the cube root of x"},
      {"a_{n+1}", "a sub n plus 1 end sub"},
      {"a-(b-c)", "a minus the quantity b minus c end quantity"},
      {"\\frac{a}{\\frac{b}{c}}",
       "the fraction a over the fraction b over c end fraction end fraction"},
      {"|x+y|", "the absolute value of x plus y end absolute value"},
      {"\\sin(x+y)", "sine of the quantity x plus y end quantity"},
      {"f(x,y)", "f of open paren x comma y close paren"},
      {"\\sin^2 x", "sine squared of x"},
  });
}

TEST(Spoken, HasWordsForCalculusAndLogic) {
  expect_all({
      {"\\sum_{k=1}^n k^2", "the sum from k equals 1 to n of k squared"},
      {"\\int_0^1 x^2\\,dx", "the integral from 0 to 1 of x squared d x"},
      {"\\int f(x)\\,dx", "the integral of f of x d x"},
      {"\\lim_{x\\to 0} f(x)", "the limit as x approaches 0 of f of x"},
      {"\\frac{dy}{dx}", "the derivative of y with respect to x"},
      {"f'(x)", "f prime of x"},
      {"\\forall x\\in A", "for all x in capital A"},
      {"a<b\\le c", "a is less than b is less than or equal to c"},
      {"\\log_2 n", "log base 2 of n"},
      {"e^{i\\pi}=-1", "e to the power i pi end power equals minus 1"},
      {"A\\cup B", "capital A union capital B"},
      {"\\{1,2\\}", "the set 1 comma 2 end set"},
      {"\\mathbb{R}^n", "the real numbers to the n"},
      {"\\alpha+\\Gamma", "alpha plus capital gamma"},
      {"\\hat x", "x hat"},
      {"\\mathbf{v}", "bold v"},
      {"\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}",
       "the 2 by 2 matrix row 1 a comma b row 2 c comma d end matrix"},
  });
}

// All trees of up to `most` nodes.
std::vector<std::string> trees_of(std::size_t most, const std::vector<std::string>& unary,
                                  const std::vector<std::string>& binary) {
  std::vector<std::vector<std::string>> of_size = {{}, {"x", "2"}};
  std::vector<std::string> all = of_size[1];
  for (std::size_t size = 2; size <= most; ++size) {
    std::vector<std::string> made;
    for (const std::string& one : of_size[size - 1]) {
      for (const std::string& op : unary) made.push_back("(" + op + " " + one + ")");
    }
    for (std::size_t left = 1; left + 1 < size; ++left) {
      for (const std::string& a : of_size[left]) {
        for (const std::string& b : of_size[size - 1 - left]) {
          for (const std::string& op : binary) {
            made.push_back("(" + op + " " + a + " " + b + ")");
          }
        }
      }
    }
    all.insert(all.end(), made.begin(), made.end());
    of_size.push_back(std::move(made));
  }
  return all;
}

TEST(Spoken, SaysDifferentExpressionsDifferently) {
  std::vector<std::string> trees =
      trees_of(5, {"neg", "sin", "root", "abs"}, {"+", "-", "*", "/", "pow", "sub", "="});
  for (std::string& tree : trees_of(7, {}, {"+", "/", "*", "pow"}))
    trees.push_back(std::move(tree));
  std::map<std::string, std::string> said;
  int alike = 0;
  for (const std::string& tree : trees) {
    const auto [known, is_new] = said.emplace(spoken(tree, Notation::SExpression), tree);
    if (is_new || known->second == tree) continue;
    if (++alike < 10) ADD_FAILURE() << tree << " and " << known->second << ": " << known->first;
  }
  EXPECT_EQ(alike, 0);
  EXPECT_GT(said.size(), 9000U);
}

TEST(Spoken, SaysEverythingInOneLine) {
  EXPECT_EQ(spoken(""), "");
  for (const char* latex :
       {"\\begin{cases}x&x>0\\\\-x&x<0\\end{cases}", "a&=b\\\\&=c", "x\\star y", "\\oint_C f",
        "\\Box{}", "\\text{if }x", "\\left.f\\right|_{x=0}", "?a", "\\overset{!}{=}", "\\frac{}{}",
        "^2", "{}_2F_1", "[a,b)", "a\\equiv b\\pmod n", "\\exists x: x>0", "f:A\\to B",
        "\\langle x,y\\rangle"}) {
    const std::string words = spoken(latex);
    EXPECT_FALSE(words.empty()) << latex;
    EXPECT_EQ(words.find('\n'), std::string::npos);
    EXPECT_EQ(words.find("  "), std::string::npos) << words;
    EXPECT_EQ(words.find('\\'), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace noether::formula
