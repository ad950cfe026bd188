#include "noether/evaluation/statistics/paired_test.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace noether::evaluation {

double two_sided_student_t(double t, double degrees_of_freedom) {
  if (std::isnan(t) || !(degrees_of_freedom > 0)) return std::nan("");
  if (std::isinf(t)) return 0;
  // Computed in long double, the last digit of the double is right.
  const boost::math::students_t_distribution<long double> distribution(degrees_of_freedom);
  const long double size = std::abs(static_cast<long double>(t));
  return static_cast<double>(2 * boost::math::cdf(boost::math::complement(distribution, size)));
}

TTest paired_t_test(std::span<const double> differences) {
  TTest test;
  if (differences.empty()) return test;
  const double count = static_cast<double>(differences.size());
  for (const double difference : differences) test.mean += difference;
  test.mean /= count;
  if (differences.size() < 2) return test;
  double squares = 0;
  for (const double difference : differences) {
    squares += (difference - test.mean) * (difference - test.mean);
  }
  test.deviation = std::sqrt(squares / (count - 1));
  if (test.mean == 0) return test;
  test.t = test.deviation > 0 ? test.mean / (test.deviation / std::sqrt(count))
                              : std::copysign(std::numeric_limits<double>::infinity(), test.mean);
  test.p = two_sided_student_t(test.t, count - 1);
  return test;
}

}  // namespace noether::evaluation
