#include "noether/algebra/numeric/balls/exact.h"

#include <gtest/gtest.h>

#include <random>

#include "noether/algebra/numeric/balls/value.h"

namespace noether::algebra {
namespace {

constexpr slong kBits = 200;

Exact random_exact(std::mt19937_64& random, std::size_t terms) {
  Exact number;
  number.set_zero();
  for (std::size_t i = 0; i < terms; ++i) {
    constexpr std::uint32_t kRadicands[] = {1, 1, 2, 3, 5, 6, 30};
    const Rational q{static_cast<std::int64_t>(random() % 21) - 10,
                     static_cast<std::int64_t>(random() % 6) + 1};
    number.add_term(q, {.radicand = kRadicands[random() % 7],
                        .pi = static_cast<std::int8_t>(random() % 3),
                        .e = static_cast<std::int8_t>(random() % 2),
                        .imaginary = random() % 4 == 0});
  }
  return number;
}

Ball ball_of(const Exact& number) {
  Ball ball;
  number.to_ball(ball.raw(), kBits);
  return ball;
}

TEST(Exact, ArithmeticAgreesWithBalls) {
  std::mt19937_64 random(11);
  int known = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    const Exact a = random_exact(random, 1 + i % 2);
    const Exact b = random_exact(random, 1 + i % 3);
    Exact out;
    Ball expected;
    if (exact_add(a, b, out)) {
      acb_add(expected.raw(), ball_of(a).raw(), ball_of(b).raw(), kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
    if (exact_subtract(a, b, out)) {
      acb_sub(expected.raw(), ball_of(a).raw(), ball_of(b).raw(), kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
    if (exact_multiply(a, b, out)) {
      acb_mul(expected.raw(), ball_of(a).raw(), ball_of(b).raw(), kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
    if (!b.is_zero() && exact_divide(a, b, out)) {
      ++known;
      acb_div(expected.raw(), ball_of(a).raw(), ball_of(b).raw(), kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
    if (!a.is_zero() && exact_power(a, -3, out)) {
      acb_pow_si(expected.raw(), ball_of(a).raw(), -3, kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
    if (exact_sqrt(a, out)) {
      acb_sqrt(expected.raw(), ball_of(a).raw(), kBits);
      EXPECT_FALSE(disjoint(expected, ball_of(out)));
    }
  }
  EXPECT_GT(known, 500);
}

TEST(Exact, CancelsToZero) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 200; ++i) {
    const Exact a = random_exact(random, 2);
    const Exact b = random_exact(random, 2);
    Exact sum;
    Exact back;
    Exact rest;
    ASSERT_TRUE(exact_add(a, b, sum));
    ASSERT_TRUE(exact_subtract(sum, b, back));
    ASSERT_TRUE(exact_subtract(back, a, rest));
    EXPECT_TRUE(rest.is_zero());
  }
}

TEST(Exact, ForgetsWhatGrowsTooLarge) {
  Exact big;
  big.set(Rational(3, 7));
  Exact out;
  EXPECT_TRUE(exact_power(big, 100, out));
  EXPECT_FALSE(exact_power(big, 1'000'000'000'000, out));
  EXPECT_FALSE(out.known());
  Exact one;
  one.set_int(-1);
  EXPECT_TRUE(exact_power(one, 1'000'000'000'001, out));
  EXPECT_EQ(out.rational(), Rational(-1));
}

TEST(Exact, CosinesAgreeWithBalls) {
  for (int denominator = 1; denominator <= 13; ++denominator) {
    for (int numerator = -40; numerator <= 40; ++numerator) {
      const Rational q(numerator, denominator);
      Exact cosine;
      Exact sine;
      Ball expected;
      if (exact_cosine_of_pi(q, cosine)) {
        arb_cos_pi_fmpq(expected.real(), q.raw(), kBits);
        EXPECT_FALSE(disjoint(expected, ball_of(cosine))) << q.to_string();
      }
      if (exact_sine_of_pi(q, sine)) {
        arb_sin_pi_fmpq(expected.real(), q.raw(), kBits);
        EXPECT_FALSE(disjoint(expected, ball_of(sine))) << q.to_string();
      }
    }
  }
}

}  // namespace
}  // namespace noether::algebra
