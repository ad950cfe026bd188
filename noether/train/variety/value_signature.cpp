#include "noether/train/variety/value_signature.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "noether/train/core/random_stream.h"

namespace noether::train {
namespace {

constexpr double kLargest = 1e9;

bool is_ordinary(double value) { return std::fabs(value) < kLargest; }

bool differ_at(double a, double b) {
  return is_ordinary(a) && is_ordinary(b) &&
         std::fabs(a - b) > 1e-4 * (std::fabs(a) + std::fabs(b)) + 1e-6;
}

// Five digits of a value and its size. Both are shifted slightly, so that round numbers do not lie
// on a rounding boundary, where numerical errors would decide the result.
std::int64_t digits_of(double value) {
  constexpr double kOffTheEdge = 0.2071;
  const double size =
      std::fabs(value) < 1e-7 ? 0 : std::floor(std::log10(std::fabs(value) * (1 + 1e-7)));
  return std::llround(value * std::pow(10.0, 4 - size) + kOffTheEdge) * 64 + static_cast<int>(size);
}

class Signature {
 public:
  void add(std::optional<double> value) {
    const std::int64_t digits = value ? digits_of(*value) : INT64_MAX;
    bits_ = RandomStream(bits_ ^ static_cast<std::uint64_t>(digits)).next();
  }
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;
};

constexpr std::size_t kLeastDefined = 3;

}  // namespace

std::optional<std::uint64_t> signature(const RealValues::Values& values) {
  Signature signature;
  std::size_t defined = 0;
  for (const double value : values) {
    const bool counts = is_ordinary(value);
    signature.add(counts ? std::optional(value) : std::nullopt);
    if (counts) ++defined;
  }
  if (defined < kLeastDefined) return std::nullopt;
  return signature.bits();
}

std::optional<std::uint64_t> signature(const ComplexValues::Values& values) {
  Signature signature;
  std::size_t defined = 0;
  for (const std::complex<double>& value : values) {
    const bool counts = is_ordinary(value.real()) && is_ordinary(value.imag());
    signature.add(counts ? std::optional(value.real()) : std::nullopt);
    signature.add(counts ? std::optional(std::fabs(value.imag())) : std::nullopt);
    if (counts) ++defined;
  }
  if (defined < kLeastDefined) return std::nullopt;
  return signature.bits();
}

bool is_constant(const RealValues::Values& values) {
  std::optional<double> first;
  for (const double value : values) {
    if (!is_ordinary(value)) continue;
    if (!first) first = value;
    if (std::fabs(value - *first) > 1e-9 * (1 + std::fabs(*first))) return false;
  }
  return true;
}

bool agree(const RealValues::Values& a, const RealValues::Values& b) {
  int of_a = 0;
  int of_b = 0;
  int shared = 0;
  for (std::size_t p = 0; p < a.size(); ++p) {
    of_a += is_ordinary(a[p]) ? 1 : 0;
    of_b += is_ordinary(b[p]) ? 1 : 0;
    shared += is_ordinary(a[p]) && is_ordinary(b[p]) ? 1 : 0;
    if (differ_at(a[p], b[p])) return false;
  }
  return 2 * shared >= std::max(of_a, of_b);
}

bool clearly_differ(const RealValues::Values& a, const RealValues::Values& b) {
  int differ = 0;
  for (std::size_t p = 0; p < a.size(); ++p) differ += differ_at(a[p], b[p]) ? 1 : 0;
  return differ >= 2;
}

BentValues bent(const RealValues::Values& values) {
  constexpr double kStraight = 1e-2;  // up to this size, the scale is linear
  BentValues result{};
  for (std::size_t p = 0; p < values.size(); ++p) {
    result[p] = is_ordinary(values[p]) ? static_cast<float>(std::asinh(values[p] / kStraight))
                                       : std::numeric_limits<float>::quiet_NaN();
  }
  return result;
}

}  // namespace noether::train
