// Tests whether two systems differ, from their scores on the same topics.
//
// Both tests take the differences, one for each topic. If all differences are 0, or there are too
// few topics, the probability is 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace noether::evaluation {

struct TTest {
  double mean = 0;       // of the differences
  double deviation = 0;  // the standard deviation of the differences, with n - 1
  double t = 0;          // infinite if all differences are the same and not 0
  double p = 1;          // two-sided
};

TTest paired_t_test(std::span<const double> differences);

// The probability that |T| is at least |t|, to the last digit of a double, where T has Student's
// distribution with this positive number of degrees of freedom.
double two_sided_student_t(double t, double degrees_of_freedom);

struct RandomisationOptions {
  // If at most this many topics differ, all assignments of signs are tried. At most 30.
  std::size_t exact_up_to = 20;
  std::uint64_t samples = 100'000;
  std::uint64_t seed = 1;
};

struct RandomisationTest {
  double p = 1;  // two-sided
  bool is_exact = true;
  std::uint64_t assignments = 0;  // the number of assignments of signs that were tried
};

// Fisher's randomisation test: if the systems were the same, each difference could equally have the
// other sign. p is the share of assignments of signs whose mean is at least as far from 0. For
// samples, the observed assignment counts as one of them (Phipson and Smyth 2010), so p is never 0.
RandomisationTest randomisation_test(std::span<const double> differences,
                                     const RandomisationOptions& options = {});

}  // namespace noether::evaluation
