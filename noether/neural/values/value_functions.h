// Functions and operators by their names, for real and for complex numbers.
#pragma once

#include <complex>
#include <string_view>

namespace noether::neural {

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

}  // namespace noether::neural
