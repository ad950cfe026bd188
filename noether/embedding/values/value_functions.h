// Functions and operators by their names, for real and for complex numbers.
#pragma once

#include <cmath>
#include <complex>
#include <string_view>

namespace noether::embedding {

// How far the points of complex values are above the real line: far above errors of computing, and
// far below anything that is read.
inline constexpr double kAboveReal = 1e-10;

// Up to what functions make of that.
inline bool is_real(const std::complex<double>& value) {
  return std::abs(value.imag()) <= 1e4 * kAboveReal * std::abs(value.real()) + 10 * kAboveReal;
}

// None for a name that is not known.
template <typename Number>
Number (*unary_function(std::string_view name))(Number);
template <typename Number>
Number (*binary_function(std::string_view name))(Number, Number);

extern template double (*unary_function<double>(std::string_view))(double);
extern template double (*binary_function<double>(std::string_view))(double, double);
extern template std::complex<double> (*unary_function<std::complex<double>>(std::string_view))(
    std::complex<double>);
extern template std::complex<double> (*binary_function<std::complex<double>>(std::string_view))(
    std::complex<double>, std::complex<double>);

}  // namespace noether::embedding
