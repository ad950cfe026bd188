// Functions and operators by their tokens, for real and for complex numbers.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <string_view>

namespace noether::embedding {

// How far the points of complex values are above the real line: far above errors of computing, and
// far below anything that is read.
inline constexpr double kAboveReal = 1e-10;

// Up to what functions make of that.
inline bool is_real(const std::complex<double>& value) {
  return std::abs(value.imag()) <= 1e4 * kAboveReal * std::abs(value.real()) + 10 * kAboveReal;
}

// Of one operand or two; those of one do not look at `b`.
template <typename Number>
using ValueFunction = Number (*)(Number a, Number b);

// The function of a token with so many operands, as algebra/expression/operators.def has it; none
// for a token that is not known.
template <typename Number>
ValueFunction<Number> value_function(std::string_view token, std::size_t operands);

// The value of pi, e or i; not a number for another token, or where there is none.
template <typename Number>
Number constant_value(std::string_view token);

}  // namespace noether::embedding
