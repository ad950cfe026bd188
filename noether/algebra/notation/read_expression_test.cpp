#include "noether/algebra/notation/read_expression.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

using formula::Notation;

// The S-expression of the parsed text, or `begin-end message`.
std::string read(std::string_view text, Notation notation = Notation::Latex) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto id = read_expression(notation, text, pool);
  if (id) return expression_text(Notation::SExpression, pool, *id);
  return std::to_string(id.error().span.begin) + "-" + std::to_string(id.error().span.end) + " " +
         id.error().message;
}

Op op_of(std::string_view text, Notation notation = Notation::Latex) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto id = read_expression(notation, text, pool);
  return id ? pool.op(*id) : Op::Variable;
}

TEST(ReadExpression, MakesSumsAndProductsBinaryFromTheLeft) {
  EXPECT_EQ(read("a+b+c"), "(+ (+ a b) c)");
  EXPECT_EQ(read("2ab"), "(* (* 2 a) b)");
  EXPECT_EQ(read("a-b-c"), "(- (- a b) c)");
  EXPECT_EQ(read("+a"), "a");
}

TEST(ReadExpression, HasNoNegationButNegativeNumbers) {
  EXPECT_EQ(read("-x"), "(* -1 x)");
  EXPECT_EQ(read("-3"), "-3");
  EXPECT_EQ(read("-3^2"), "(* -1 (pow 3 2))");
  EXPECT_EQ(read("(- x)", Notation::SExpression), "(* -1 x)");
}

TEST(ReadExpression, KeepsDecimalFractionsExact) {
  EXPECT_EQ(read("0.125"), "(/ 1 8)");
  EXPECT_EQ(read(".5"), "(/ 1 2)");
  EXPECT_EQ(op_of("0.1"), Op::Number);
}

TEST(ReadExpression, KnowsRootsAndLogarithms) {
  EXPECT_EQ(read("\\sqrt{x}"), "(sqrt x)");
  EXPECT_EQ(read("\\sqrt[3]{x}"), "(pow x (/ 1 3))");
  EXPECT_EQ(read("\\sqrt[2]{x}"), "(sqrt x)");
  EXPECT_EQ(read("\\sqrt[n]{x}"), "(pow x (/ 1 n))");
  EXPECT_EQ(op_of("\\log x"), Op::Ln);
  EXPECT_EQ(op_of("\\log_2 x"), Op::Log);
}

TEST(ReadExpression, KnowsFunctionsByAllTheirNames) {
  EXPECT_EQ(op_of("\\sinh^{-1} x"), Op::Asinh);
  EXPECT_EQ(op_of("\\operatorname{arsinh} x"), Op::Asinh);
  EXPECT_EQ(op_of("\\arcsin x"), Op::Asin);
  EXPECT_EQ(op_of("asin x", Notation::Prefix), Op::Asin);
  EXPECT_EQ(op_of("\\tg x"), Op::Tan);
  EXPECT_EQ(op_of("\\Gamma(x)"), Op::Gamma);
  EXPECT_EQ(op_of("gamma#1 x", Notation::Prefix), Op::Gamma);
  EXPECT_EQ(op_of("\\operatorname{sgn}(x)"), Op::Sign);
  EXPECT_EQ(op_of("\\exp x"), Op::Exp);
  EXPECT_EQ(op_of("x!"), Op::Factorial);
  EXPECT_EQ(op_of("\\binom{n}{k}"), Op::Binomial);
  EXPECT_EQ(op_of("\\lfloor x\\rfloor"), Op::Floor);
  EXPECT_EQ(op_of("|x|"), Op::Abs);
  EXPECT_EQ(op_of("(ceil x)", Notation::SExpression), Op::Ceil);
  EXPECT_EQ(read("\\sin^2 x"), "(pow (sin x) 2)");
}

TEST(ReadExpression, TakesTheGreaterOfSeveral) {
  EXPECT_EQ(read("\\max(a,b,c)"), "(max (max a b) c)");
  EXPECT_EQ(read("\\min\\{a,b\\}"), "(min a b)");
  EXPECT_EQ(op_of("max a b", Notation::Prefix), Op::Max);
  EXPECT_EQ(op_of("\\max_x f(x)"), Op::Call);
}

TEST(ReadExpression, KnowsTheConstants) {
  EXPECT_EQ(op_of("e"), Op::E);
  EXPECT_EQ(op_of("\\mathrm{e}"), Op::E);
  EXPECT_EQ(op_of("\\pi"), Op::Pi);
  EXPECT_EQ(op_of("pi", Notation::SExpression), Op::Pi);
  EXPECT_EQ(op_of("i"), Op::I);
  EXPECT_EQ(op_of("\\mathrm{i}"), Op::I);
  EXPECT_EQ(op_of("e^x"), Op::Power);
  EXPECT_EQ(op_of("2^{(x+1)}"), Op::Power);
  EXPECT_EQ(op_of("x^{(n)}"), Op::Call);
}

TEST(ReadExpression, TakesABoundIForAnIndex) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto bound = read_expression(Notation::Latex, "\\sum_{i=1}^n i^2", pool);
  ASSERT_TRUE(bound);
  EXPECT_FALSE(contains(pool, *bound, Op::I));
  const auto free = read_expression(Notation::Latex, "i+\\sum_{i=1}^n i^2", pool);
  ASSERT_TRUE(free);
  EXPECT_TRUE(contains(pool, *free, Op::I));
}

TEST(ReadExpression, NamesVariablesWithSubscripts) {
  EXPECT_EQ(read("x_1"), "x_1");
  EXPECT_EQ(read("x_{max}"), "x_{max}");
  EXPECT_EQ(read("x_{\\mathrm{max}}"), "x_max");
  EXPECT_EQ(read("a_{i,j}"), "a_{i,j}");
  EXPECT_EQ(op_of("a_{n+1}"), Op::Call);
  EXPECT_EQ(op_of("x_1"), Op::Variable);
}

TEST(ReadExpression, NestsDerivatives) {
  EXPECT_EQ(read("\\frac{d}{dx}\\sin x"), "(d x (sin x))");
  EXPECT_EQ(read("\\frac{d^2}{dx^2} x^3"), "(d x (d x (pow x 3)))");
  EXPECT_EQ(read("\\frac{\\partial^2}{\\partial x\\partial y} xy"), "(d x (d y (* x y)))");
  EXPECT_EQ(op_of("\\frac{dy}{dx}"), Op::Call) << "y may depend on x";
  EXPECT_EQ(op_of("d x y", Notation::Prefix), Op::Derivative);
}

TEST(ReadExpression, KnowsIntegralsWithAVariable) {
  EXPECT_EQ(op_of("\\int x\\,dx"), Op::Integral);
  EXPECT_EQ(op_of("\\int_0^1 x\\,dx"), Op::DefiniteIntegral);
  EXPECT_EQ(op_of("\\int_0^\\infty e^{-x}\\,dx"), Op::Call);
  EXPECT_EQ(op_of("\\int_\\Omega f\\,d\\mu"), Op::Call);
}

TEST(ReadExpression, InterpretsNothingItDoesNotKnow) {
  for (const std::string text : {"f(x)", "f'(x)", "\\sum_{k=1}^n k", "5\\%", "a\\pm b", "[x]",
                                 "\\lim_{x\\to 0}x", "a\\oplus b", "x\\bmod 2", "\\|x\\|"}) {
    EXPECT_EQ(op_of(text), Op::Call) << text;
  }
}

TEST(ReadExpression, DoesNotCalculateWithWhatIsNoNumber) {
  const std::string matrix = "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}";
  EXPECT_EQ(op_of(matrix + "x"), Op::Call);
  EXPECT_EQ(op_of("2(" + matrix + "x)+1"), Op::Call);
  EXPECT_EQ(op_of("\\vec a\\times\\vec b"), Op::Call);
  EXPECT_EQ(op_of("1+2+\\dots+n"), Op::Call);
  EXPECT_EQ(op_of("\\frac{1+2+\\dots+n}{2}"), Op::Divide) << "only the sum is not understood";
}

TEST(ReadExpression, TellsFunctionsFromOperatorsOfTheSameName) {
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto function = read_expression(Notation::SExpression, "(call:sum x y z)", pool);
  const auto sum = read_expression(Notation::SExpression, "(sum x y z)", pool);
  ASSERT_TRUE(function && sum);
  EXPECT_NE(*function, *sum);
}

TEST(ReadExpression, SaysWhatIsNoExpression) {
  EXPECT_EQ(read("a=b"), "0-3 '=' makes a statement, where an expression is needed");
  EXPECT_EQ(read("1+(a<b)"), "3-6 '<' makes a statement, where an expression is needed");
  EXPECT_EQ(read("1,5"), "0-3 a list of 2, where one expression is needed");
  EXPECT_EQ(read("x+\\infty"), "2-8 infinity is not a number");
  EXPECT_EQ(read("x+\\sin"), "2-6 the function 'sin' without its operands");
  EXPECT_EQ(read("1+\\sqrt{}"), "2-7 an operand of '\\sqrt' is missing");
  EXPECT_EQ(read("A^T x+X_{=}"), "9-10 the operator '=' without its operands");
  EXPECT_EQ(read("A^T x+X_{}"), "6-7 an operand of 'sub' is missing");
  EXPECT_EQ(read("p \\land q"), "0-9 '\\land' makes a statement, where an expression is needed");
  EXPECT_EQ(read("2+@"), "2-3 '@' is a sign, where a number is needed");
  EXPECT_EQ(read("a<b<c"), "0-5 a chain of relations, where an expression is needed");
  EXPECT_EQ(read("\\mathrm{NaN}"), "8-11 'NaN' is not a number");
  EXPECT_EQ(read("+ x nan", Notation::Prefix), "4-7 'nan' is not a number");
  EXPECT_EQ(read(""), "0-0 there is no expression");
  EXPECT_EQ(read("", Notation::Prefix), "0-0 there is no expression");
  EXPECT_EQ(read("\\frac{1}{"), "8-9 missing }");
}

TEST(ReadExpression, ReadsDegrees) {
  EXPECT_EQ(read("30^\\circ"), "(* 30 (/ π 180))");
  EXPECT_EQ(read("30^{\\circ}"), read("30^\\circ"));
  EXPECT_EQ(read("30°"), read("30^\\circ"));
  EXPECT_EQ(read("30\\degree"), read("30^\\circ"));
  EXPECT_EQ(read("\\sin x^\\circ"), "(sin (* x (/ π 180)))");
  EXPECT_EQ(read("2\\cdot 45°"), "(* 2 (* 45 (/ π 180)))");
  EXPECT_EQ(op_of("A^\\circ"), Op::Call) << "an interior";
  EXPECT_EQ(read("20^\\circ C"), "9-10 °C is a temperature, not a number");
  EXPECT_EQ(read("°"), "0-2 '°' is a sign, where a number is needed");
}

TEST(ReadExpression, RefusesADelimiterWithoutItsPartner) {
  EXPECT_EQ(read("(x+1"), "0-1 '(' without its partner");
  EXPECT_EQ(read("|x"), "0-1 '|' without its partner");
  EXPECT_EQ(read(std::string(1000, '(')).substr(0, 3), "0-1");
  EXPECT_EQ(read("x)").substr(0, 3), "1-2");
  EXPECT_EQ(op_of("x^\\dagger"), Op::Call);
}

TEST(ReadExpression, SaysWhenOperandsAreTooManyOrTooFew) {
  EXPECT_EQ(read("pow#3 x y z", Notation::Prefix), "0-11 'pow' takes 2 operands, not 3");
  EXPECT_EQ(read("(sin x y)", Notation::SExpression), "0-9 'sin' takes 1 operand, not 2");
  EXPECT_EQ(read("pow x", Notation::Prefix), "0-3 an operand is missing");
  EXPECT_EQ(read("\\gamma(s,x)"), "(γ s x)");
}

TEST(ReadExpression, RefusesTokensThatRunTogether) {
  EXPECT_EQ(read("sin(x)^2", Notation::Prefix), "0-8 'sin(x)^2' is not a name");
}

TEST(ReadExpression, RefusesNumbersTooLongToCalculateWith) {
  EXPECT_EQ(read(std::string(2000, '9')), "0-2000 a number with more than 4096 bits");
}

TEST(ReadExpression, RefusesTwoExponentsInARow) {
  EXPECT_EQ(read("9^9^9^9"), "1-5 two exponents in a row");
  EXPECT_EQ(read("x^{2}_1 ^3"), "1-10 two exponents in a row");
  EXPECT_EQ(read("9^{9^{9^9}}"), "(pow 9 (pow 9 (pow 9 9)))");
  EXPECT_EQ(read("{x^a}^b"), "(pow (pow x a) b)");
  EXPECT_EQ(read("(x^a)^b"), "(pow (pow x a) b)");
}

TEST(ReadExpression, MeetsAMillionParenthesesWithAnError) {
  const auto started = std::chrono::steady_clock::now();
  const std::string deep = std::string(500'000, '(') + "x" + std::string(500'000, ')');
  EXPECT_NE(read(deep).find("deep"), std::string::npos) << read(deep).substr(0, 100);
  EXPECT_NE(read(deep, Notation::SExpression).substr(0, 4), "x");
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(10));
}

TEST(ReadExpression, ReadsALongSumWithoutRecursion) {
  std::string sum = "x";
  for (int i = 0; i < 50'000; ++i) sum += "+y";
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto id = read_expression(Notation::Latex, sum, pool);
  ASSERT_TRUE(id);
  EXPECT_EQ(tree_size(pool, *id), 100'001);
}

}  // namespace
}  // namespace noether::algebra
