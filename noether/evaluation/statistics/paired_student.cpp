#include <cmath>
#include <limits>

#include "noether/evaluation/statistics/paired_test.h"
#include "noether/evaluation/statistics/student_t.h"

namespace noether::evaluation {

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
