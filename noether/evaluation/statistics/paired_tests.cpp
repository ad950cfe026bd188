#include "noether/evaluation/statistics/paired_tests.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "noether/egraph/terms/random.h"

namespace noether::evaluation {

double two_sided_student_t(double t, double degrees_of_freedom) {
  if (std::isnan(t) || !(degrees_of_freedom > 0)) return std::nan("");
  if (std::isinf(t)) return 0;
  // With long double arithmetic, the last digit of the double is right.
  const auto freedom = static_cast<long double>(degrees_of_freedom);
  const long double size = std::abs(static_cast<long double>(t));
  if (size < 0.5L) {
    // The distribution would subtract from 1 first, and lose the digits of a small t where long
    // double has 64 bits.
    const long double square = size * size;
    return static_cast<double>(1 -
                               boost::math::ibeta(0.5L, freedom / 2, square / (freedom + square)));
  }
  const boost::math::students_t_distribution<long double> distribution(freedom);
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

namespace {

// Sums are whole numbers, because sums of doubles that should be equal often are not, and the share
// of "at least as far" would then depend on rounding. Differences are kept to 2^-40 of the largest,
// and sums that differ from the observed sum by less than their rounding count as equal to it.

// The sum of numbers under an assignment of signs, eight of them at a time from a table.
class SignedSums {
 public:
  explicit SignedSums(const std::vector<std::int64_t>& numbers)
      : tables_((numbers.size() + 7) / 8) {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const std::size_t end = std::min(numbers.size(), t * 8 + 8);
      for (std::size_t signs = 0; signs < 256; ++signs) {
        std::int64_t sum = 0;
        for (std::size_t i = t * 8; i < end; ++i) {
          sum += (signs >> (i % 8) & 1) != 0 ? -numbers[i] : numbers[i];
        }
        tables_[t][signs] = sum;
      }
    }
  }

  std::int64_t with_signs(std::uint64_t signs) const {
    std::int64_t sum = 0;
    for (const auto& table : tables_) {
      sum += table[signs & 0xFF];
      signs >>= 8;
    }
    return sum;
  }

  std::int64_t with_random_signs(egraph::Random& random) const {
    std::int64_t sum = 0;
    std::uint64_t signs = 0;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (t % 8 == 0) signs = random.next();
      sum += tables_[t][signs & 0xFF];
      signs >>= 8;
    }
    return sum;
  }

 private:
  std::vector<std::array<std::int64_t, 256>> tables_;
};

// The differences other than 0, as only these depend on signs.
std::vector<std::int64_t> whole_numbers(std::span<const double> differences) {
  double largest = 0;
  for (const double difference : differences) largest = std::max(largest, std::abs(difference));
  std::vector<std::int64_t> numbers;
  if (!(largest > 0) || std::isinf(largest)) return numbers;
  for (const double difference : differences) {
    const std::int64_t number = std::llround(difference / largest * 0x1p40);
    if (number != 0) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

RandomisationTest randomisation_test(std::span<const double> differences,
                                     const RandomisationOptions& options) {
  RandomisationTest test;
  const std::vector<std::int64_t> numbers = whole_numbers(differences);
  if (numbers.empty()) return test;
  const SignedSums sums(numbers);
  const std::int64_t observed = std::abs(sums.with_signs(0));
  const std::int64_t least = observed - static_cast<std::int64_t>(numbers.size());
  std::uint64_t as_far = 0;
  if (numbers.size() <= std::min<std::size_t>(options.exact_up_to, 30)) {
    // The other half has the same sums with the opposite sign.
    test.assignments = std::uint64_t{1} << (numbers.size() - 1);
    for (std::uint64_t signs = 0; signs < test.assignments; ++signs) {
      if (std::abs(sums.with_signs(signs)) >= least) ++as_far;
    }
    test.p = static_cast<double>(as_far) / static_cast<double>(test.assignments);
    return test;
  }
  test.is_exact = false;
  test.assignments = options.samples;
  egraph::Random random(options.seed);
  for (std::uint64_t sample = 0; sample < options.samples; ++sample) {
    if (std::abs(sums.with_random_signs(random)) >= least) ++as_far;
  }
  test.p = static_cast<double>(as_far + 1) / static_cast<double>(options.samples + 1);
  return test;
}

}  // namespace noether::evaluation
