#include "noether/embedding/values/part_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "noether/algebra/numeric/plain.h"

namespace noether::embedding {
namespace {

using Complex = std::complex<double>;

constexpr double kNumberStep = 0x1p-16;

class PartValuesTest : public testing::Test {
 protected:
  std::vector<TokenId> tokens(const std::string& text) const {
    const auto encoded = tokenizer_.encode(text).value();
    return {encoded.begin() + 1, encoded.end() - 1};
  }
  ComplexValues::Values complex(const std::string& text) const {
    return complex_.at_points(tokens(text));
  }
  RealValues::Values real(const std::string& text) const { return real_.at_points(tokens(text)); }
  // The number of points at which both have a value, and the same one up to the sign of the
  // imaginary part.
  std::size_t agreements(const std::string& a, const std::string& b) const {
    const auto of_a = complex(a);
    const auto of_b = complex(b);
    std::size_t count = 0;
    for (std::size_t p = 0; p < kValuePoints; ++p) {
      const Complex difference(of_a[p].real() - of_b[p].real(),
                               std::abs(of_a[p].imag()) - std::abs(of_b[p].imag()));
      if (std::abs(difference) <= 1e-6 * (1 + std::abs(of_a[p]))) ++count;
    }
    return count;
  }

  const ExpressionTokenizer tokenizer_ = ExpressionTokenizer::standard();
  const TokenGrammar grammar_{tokenizer_};
  const ComplexValues complex_{grammar_};
  const RealValues real_{grammar_};
  const PartValues parts_{tokenizer_};
};

// Every identity leaves the real numbers at some step, for all or for some of the points.
TEST_F(PartValuesTest, GoThroughComplexNumbers) {
  for (const auto& [a, b] :
       std::vector<std::pair<std::string, std::string>>{{"sin asin coth x", "coth x"},
                                                        {"cosh acosh x", "x"},
                                                        {"pow sqrt x 2", "x"},
                                                        {"exp ln x", "x"},
                                                        {"tan atan / 1 x", "/ 1 x"},
                                                        {"sec asec x", "x"},
                                                        {"/ ln x ln 10", "log#2 x 10"},
                                                        {"+#3 x 1 y", "+ x + 1 y"},
                                                        {"max#3 1 x 2", "max 1 max x 2"},
                                                        {"d x sqrt x", "/ 1 * 2 sqrt x"},
                                                        {"* i i", "-1"}}) {
    EXPECT_EQ(agreements(a, b), kValuePoints) << a << " and " << b;
  }
  EXPECT_EQ(agreements("sin x", "cos x"), 0);
}

// Expressions of x and y, in either order, so that the order of operands matters.
TEST_F(PartValuesTest, AreThoseOfAlgebra) {
  const auto x = real("x");
  const auto y = real("y");
  int operators = 0;
  for (std::size_t i = 0; i < grammar_.size(); ++i) {
    const auto token = static_cast<TokenId>(i);
    if (grammar_.kind(token) != TokenGrammar::Kind::Operator || grammar_.operands(token) > 2)
      continue;
    const std::string name = grammar_.text(token);
    const std::string bare = name.substr(0, name.find('#'));
    const auto op = algebra::op_by_name(bare == "sgn" ? "sign" : bare);
    ASSERT_TRUE(op) << name;
    if (*op == algebra::Op::Derivative || *op == algebra::Op::Integral) continue;
    // The base of a logarithm comes last in prefix texts, and first in algebra.
    const bool base_first = *op == algebra::Op::Log;
    const auto values = real(grammar_.operands(token) == 1 ? name + " x" : name + " x y");
    int seen = 0;
    for (std::size_t p = 0; p < kValuePoints; ++p) {
      const double expected = base_first ? algebra::plain_value(*op, y[p], x[p])
                                         : algebra::plain_value(*op, x[p], y[p]);
      if (!has_value(expected)) continue;
      EXPECT_NEAR(values[p], expected, 1e-9 * (1 + std::abs(expected))) << name << " at " << x[p];
      ++seen;
    }
    EXPECT_GE(seen, 3) << name;
    ++operators;
  }
  EXPECT_GE(operators, 40);
}

TEST_F(PartValuesTest, DeriveByWhatEqualsAVariable) {
  EXPECT_EQ(agreements("d / x 1 sin x", "cos x"), kValuePoints);
  EXPECT_EQ(agreements("d y * x y", "x"), kValuePoints);
  for (const Complex& value : complex("d 3 sin x")) EXPECT_FALSE(has_value(value));
}

TEST_F(PartValuesTest, RealValuesEndWhereTheRealNumbersDo) {
  const auto values = real("sqrt x");
  EXPECT_TRUE(has_value(values.front()));
  EXPECT_FALSE(has_value(values.back()));
  EXPECT_TRUE(has_value(complex("sqrt x").back()));
  EXPECT_FALSE(has_value(real("i").front()));
}

TEST_F(PartValuesTest, AreReadInPlaceOfTheParts) {
  ValueReading reading;
  parts_.read(tokens("+ * 2.5 x ln -3"), reading);
  ASSERT_EQ(reading.tokens, std::vector<TokenId>{kPartToken});
  const double x = complex("x").front().real();
  const double pi = std::acos(-1.0);
  ASSERT_EQ(reading.numbers.size(), kPartNumbers);
  EXPECT_NEAR(static_cast<double>(reading.numbers[0]), std::asinh(2.5 * x + std::log(3.0)),
              kNumberStep);
  EXPECT_NEAR(static_cast<double>(reading.numbers[1]), std::asinh(pi), kNumberStep);
}

TEST_F(PartValuesTest, AreReadTheSameOfAPartThatComesBackToTheRealNumbers) {
  ValueReading plain;
  parts_.read(tokens("x"), plain);
  for (const char* const text : {"pow sqrt x 2", "sin asin x", "cosh acosh x", "exp ln x"}) {
    ValueReading reading;
    parts_.read(tokens(text), reading);
    for (std::size_t i = 0; i < kPartNumbers; i += 2) {
      EXPECT_EQ(reading.numbers[i], plain.numbers[i]) << text;
      EXPECT_EQ(reading.numbers[i + 1], 0) << text << ": not even an error of computing is left";
    }
  }
}

TEST_F(PartValuesTest, TellLargeNumbersApart) {
  ValueReading one;
  ValueReading other;
  parts_.read(tokens("cosh + 250 x"), one);
  parts_.read(tokens("cosh + 251 x"), other);
  EXPECT_NEAR(static_cast<double>(other.numbers[0]) - static_cast<double>(one.numbers[0]), 1, 1e-4);
}

// Values with their signs, on either side of every branch point and on both sides of zero.
TEST_F(PartValuesTest, TakeOneBranchOfEveryFunction) {
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"asin * -1 x", "* -1 asin x"},
           {"acsc * -1 x", "* -1 acsc x"},
           {"atanh * -1 x", "* -1 atanh x"},
           {"acoth * -1 x", "* -1 acoth x"},
           {"acos x", "- / pi 2 asin x"},
           {"acos * -1 * -1 x", "acos x"},
           {"sqrt / 1 x", "/ 1 sqrt x"},
           {"+ asech x ln x", "+ acosh / 1 x ln x"},
           {"asinh * -1 sqrt x", "* -1 asinh sqrt x"},
           {"atan * -1 sqrt x", "* -1 atan sqrt x"},
           {"+ atanh x ln x", "+ / ln / + 1 x - 1 x 2 ln x"},
           {"min sqrt x * -1 sqrt x", "min * -1 sqrt x sqrt x"},
           {"asec - 0 - 0 x", "asec x"},
           {"atanh x", "/ - ln + 1 x ln - 1 x 2"},
           {"asin x", "* * -1 i ln + * i x sqrt - 1 pow x 2"},
           {"sqrt sin asin x", "sqrt x"},
           {"abs x", "sqrt pow x 2"},
           {"abs sqrt x", "sqrt x"},
           {"abs acosh x", "acosh x"}}) {
    const auto of_a = complex(a);
    const auto of_b = complex(b);
    for (std::size_t p = 0; p < kValuePoints; ++p) {
      EXPECT_LT(std::abs(of_a[p] - of_b[p]), 1e-9 * (1 + std::abs(of_b[p])))
          << a << " and " << b << " at " << complex("x")[p].real();
    }
  }
}

TEST_F(PartValuesTest, AreReadOfOperandsWhereAPartHasNone) {
  ValueReading reading;
  parts_.read(tokens("* x integral sin 2.5 x"), reading);
  EXPECT_EQ(reading.tokens,
            (std::vector<TokenId>{grammar_.id("*"), kPartToken, grammar_.id("integral"), kPartToken,
                                  kPartToken}));
  ASSERT_EQ(reading.numbers.size(), 5 * kPartNumbers);
  const auto at = [&](std::size_t token) {
    return static_cast<double>(reading.numbers[token * kPartNumbers]);
  };
  EXPECT_TRUE(std::isnan(at(0)));
  EXPECT_NEAR(at(1), std::asinh(complex("x").front().real()), kNumberStep);
  EXPECT_TRUE(std::isnan(at(2)));
  EXPECT_NEAR(at(3), std::asinh(std::sin(2.5)), kNumberStep);
}

TEST_F(PartValuesTest, AreOpenedFromTheOutsideIn) {
  ValueReading reading;
  int asked = 0;
  parts_.read(tokens("+ sin x * 2 x"), reading, [&] { return ++asked != 2; });
  EXPECT_EQ(asked, 3) << "the sum, the sine and the product";
  EXPECT_EQ(reading.tokens, (std::vector<TokenId>{grammar_.id("+"), kPartToken, grammar_.id("*"),
                                                  kPartToken, kPartToken}));
  EXPECT_TRUE(std::isnan(reading.numbers[0])) << "what is opened tells no values";
}

TEST_F(PartValuesTest, TakeNoStepsForErrorsOfComputing) {
  EXPECT_EQ(agreements("floor + pow sin x 2 pow cos x 2", "1"), kValuePoints);
  EXPECT_EQ(agreements("ceil + pow sin x 2 pow cos x 2", "1"), kValuePoints);
  EXPECT_EQ(agreements("floor pow sqrt 3 2", "3"), kValuePoints);
  EXPECT_EQ(agreements("sgn#1 - + pow sin x 2 pow cos x 2 1", "0"), kValuePoints);
  EXPECT_EQ(agreements("floor 2.75", "2"), kValuePoints);
  EXPECT_EQ(agreements("ceil 2.25", "3"), kValuePoints);
}

TEST_F(PartValuesTest, HaveNoneThatIsTooLarge) {
  for (const char* const text : {"exp + 1000 i", "exp 1000", "+ x exp + 1000 i"}) {
    for (const Complex& value : complex(text)) EXPECT_FALSE(has_value(value)) << text;
  }
  EXPECT_EQ(agreements("/ 1 * 2 exp pow x 4", "/ exp * -1 pow x 4 2"), kValuePoints);
}

// A pole is not a large number.
TEST_F(PartValuesTest, HaveNoneAtAPole) {
  for (const char* const text : {"/ 1 - x x", "/ 1 / 1 - x x", "ln - x x", "/ 1 ln - x x",
                                 "pow - x x -1", "/ x csc * 0 x", "atan / 1 * 0 x"}) {
    for (const Complex& value : complex(text)) EXPECT_FALSE(has_value(value)) << text;
    for (const double value : real(text)) EXPECT_FALSE(has_value(value)) << text;
  }
}

TEST_F(PartValuesTest, FeaturesAreSinesAndCosinesOfWhatIsThere) {
  std::vector<float> numbers(kPartNumbers, std::nanf(""));
  numbers[6] = 1.5F;
  numbers[7] = 0;
  numbers[8] = -2.5F;
  numbers[9] = 43;  // not a real number, and a large one
  std::vector<float> features(kValueFeatures, 7.0F);
  value_features(std::span<const float, kPartNumbers>(numbers.data(), kPartNumbers),
                 std::span<float, kValueFeatures>(features.data(), kValueFeatures));
  std::vector<double> expected(kValueFeatures, 0);
  expected[3] = 1;
  expected[4] = 1;
  const auto expect = [&](std::size_t i, double number, double scale) {
    expected[kValuePoints + i] = scale * std::min(number, 40.0) / 8;
    for (std::size_t k = 0; k < kFrequencies; ++k) {
      const std::size_t place = kValuePoints + (1 + k) * kPartNumbers + i;
      const double angle = std::ldexp(number, static_cast<int>(k) - 2);
      expected[place] = scale * std::sin(angle);
      expected[place + kFrequencies * kPartNumbers] = scale * std::cos(angle);
    }
  };
  expect(6, 1.5, 1);
  expect(7, 0, 1);
  expect(8, -2.5, 0.65);
  expect(9, 43, 0.65);
  for (std::size_t i = 0; i < kValueFeatures; ++i) {
    EXPECT_NEAR(static_cast<double>(features[i]), expected[i], 1e-6) << i;
  }
}

// Some functions of the C library have a value for NaN.
TEST_F(PartValuesTest, HaveNoneOfWhatHasNone) {
  const std::string none = "d 3 x";
  for (const std::string& text :
       {"sgn#1 " + none, "min " + none + " x", "min x " + none, "max " + none + " x",
        "max x " + none, "pow 1 " + none, "pow " + none + " 0", "* 0 " + none}) {
    for (const Complex& value : complex(text)) EXPECT_FALSE(has_value(value)) << text;
    for (const double value : real(text)) EXPECT_FALSE(has_value(value)) << text;
  }
}

TEST_F(PartValuesTest, TakeLittleTimeForDerivativesOfDerivatives) {
  std::string text = "x";
  for (int i = 0; i < 30; ++i) text = "d x " + text;
  const auto values = complex(text);
  EXPECT_FALSE(has_value(values.front())) << "four and more are given up";
  EXPECT_EQ(agreements("d x d x pow x 3", "* 6 x"), kValuePoints);
  EXPECT_EQ(agreements("d x d x d x pow x 3", "6"), kValuePoints);
  for (const char* const text : {"d x d x d x * 1000 pow x 2", "d x d x d x + x 1000"}) {
    for (const Complex& value : complex(text)) EXPECT_EQ(value, 0.0) << text;
  }
}

}  // namespace
}  // namespace noether::embedding
