// Double arithmetic with directed rounding that leaves the rounding mode of the machine unchanged.
//
// `_down` results are at most the true value and `_up` results at least. They are exact if the true
// value is a double: error-free transformations detect this, so sums and products of small integers
// stay points. An infinite operand stands for "unbounded"; a finite operation that overflows gives
// the largest double on the inner side.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace noether::algebra::rounding {

// Bounds of a value.
struct Bounds {
  double lo;
  double hi;
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLargest = std::numeric_limits<double>::max();
inline constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
// Below this, a product may lose bits to underflow, and its rounding error cannot be computed.
inline constexpr double kUnderflowGuard = 0x1p-960;

// std::nextafter is a library call of several nanoseconds; these are an addition.
inline double next_up(double x) {
  if (x == 0) return kSmallest;
  if (x == kInfinity) return x;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}
inline double next_down(double x) { return -next_up(-x); }

inline double add_error(double a, double b, double sum) {
  const double b_part = sum - a;
  return (a - (sum - b_part)) + (b - b_part);
}
// An overflow makes the error NaN, which leads to rounding outward.
inline double add_down(double a, double b) {
  const double sum = a + b;
  if (add_error(a, b, sum) >= 0 || sum == -kInfinity) return sum;
  return next_down(sum);
}
inline double add_up(double a, double b) { return -add_down(-a, -b); }

// Zero times unbounded is zero: every value that "unbounded" stands for is finite.
inline double multiply_down(double a, double b) {
  if (a == 0 || b == 0) return 0;
  const double product = a * b;
  if (product == -kInfinity) return product;
  if (std::abs(product) >= kUnderflowGuard && std::fma(a, b, -product) >= 0) return product;
  return next_down(product);
}
inline double multiply_up(double a, double b) { return -multiply_down(-a, b); }

// The divisor is not zero; finite / unbounded is zero, unbounded / finite unbounded.
inline double divide_down(double a, double b) {
  if (a == 0 || std::isinf(b)) {
    // A tiny quotient has the sign that the operands' signs determine.
    return a == 0 || (a > 0) == (b > 0) ? 0 : -kSmallest;
  }
  const double quotient = a / b;
  if (quotient == -kInfinity) return quotient;
  const double size = std::abs(quotient);
  if (size >= kUnderflowGuard && size <= kLargest && std::abs(a) >= kUnderflowGuard) {
    const double rest = std::fma(-quotient, b, a);
    if (rest == 0 || (rest > 0) == (b > 0)) return quotient;
  }
  return next_down(quotient);
}
inline double divide_up(double a, double b) { return -divide_down(-a, b); }

// Requires x >= 0.
inline double sqrt_down(double x) {
  const double root = std::sqrt(x);
  if (x == 0 || (x >= kUnderflowGuard && std::fma(-root, root, x) >= 0)) return root;
  return next_down(root);
}
inline double sqrt_up(double x) {
  const double root = std::sqrt(x);
  if (x == 0 || x == kInfinity || (x >= kUnderflowGuard && std::fma(-root, root, x) <= 0)) {
    return root;
  }
  return next_up(root);
}

// The maximal relative error assumed for functions of the C library: 8 ulps, and 64 for tgamma.
// This is the only unproven assumption here, because C libraries give no bounds. Against Arb, at
// 400,000 random arguments each (glibc 2.36, arm64), the worst were tanh with 1.4 and tgamma with
// 3.5 times 2^-52.
inline constexpr double kLibraryError = 0x1p-49;
inline constexpr double kGammaError = 0x1p-46;

inline double below(double value, double error = kLibraryError) {
  if (std::isinf(value)) return value < 0 ? value : next_down(kLargest * (1 - error));
  return next_down(value - (std::abs(value) * error + 8 * kSmallest));
}
inline double above(double value, double error = kLibraryError) { return -below(-value, error); }

}  // namespace noether::algebra::rounding
