#include "noether/train/variety/value_signature.h"

#include <cmath>
#include <cstddef>

#include "noether/train/random_stream.h"

namespace noether::train {
namespace {

constexpr double kLargest = 1e9;

bool is_ordinary(double value) { return std::fabs(value) < kLargest; }

bool differ_at(double a, double b) {
  return is_ordinary(a) && is_ordinary(b) &&
         std::fabs(a - b) > 1e-4 * (std::fabs(a) + std::fabs(b)) + 1e-6;
}

}  // namespace

std::optional<std::uint64_t> signature(const RealValues::Values& values) {
  std::uint64_t bits = 0;
  std::size_t defined = 0;
  double first = 0;
  bool constant = true;
  for (const double value : values) {
    std::int64_t digits = INT64_MAX;
    if (is_ordinary(value)) {
      if (defined++ == 0) first = value;
      constant = constant && std::fabs(value - first) <= 1e-9 * (1 + std::fabs(first));
      const double size = std::fabs(value) < 1e-7 ? 0 : std::floor(std::log10(std::fabs(value)));
      digits = std::llround(value * std::pow(10.0, 4 - size)) * 64 + static_cast<int>(size);
    }
    bits = RandomStream(bits ^ static_cast<std::uint64_t>(digits)).next();
  }
  if (defined < 3 || constant) return std::nullopt;
  return bits;
}

bool agree(const RealValues::Values& values, const RealValues::Values& reference) {
  int defined = 0;
  int shared = 0;
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (!is_ordinary(reference[p])) continue;
    ++defined;
    if (is_ordinary(values[p])) ++shared;
    if (differ_at(values[p], reference[p])) return false;
  }
  return 2 * shared >= defined;
}

bool clearly_differ(const RealValues::Values& a, const RealValues::Values& b) {
  int differ = 0;
  for (std::size_t p = 0; p < a.size(); ++p) differ += differ_at(a[p], b[p]) ? 1 : 0;
  return differ >= 2;
}

}  // namespace noether::train
