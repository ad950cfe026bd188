#include "noether/index/vectors/vector_code.h"

#include <algorithm>
#include <cmath>

#include "noether/index/vectors/sum_of_products.h"

namespace noether::index {
namespace {

// The largest number of a vector: its high byte is then 127 and its low byte 0.
constexpr double kLargestHigh = 127;
constexpr double kLargestCode = kLargestHigh * 256;

// The largest absolute value; 0 if all numbers are 0 or the vector cannot be scaled to unit length.
double largest_of(std::span<const float> vector) {
  double squares = 0;
  double largest = 0;
  for (const float number : vector) {
    squares += static_cast<double>(number) * static_cast<double>(number);
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  return std::isfinite(squares) ? largest : 0;
}

}  // namespace

std::optional<EncodedVector> EncodedVector::encode(std::span<const float> vector) {
  const double largest = largest_of(vector);
  if (largest <= 0) return std::nullopt;
  EncodedVector encoded;
  double code_squares = 0;
  encoded.high_.reserve(vector.size());
  encoded.low_.reserve(vector.size());
  for (const float number : vector) {
    const auto code = static_cast<std::int32_t>(
        std::lround(static_cast<double>(number) / largest * kLargestCode));
    const std::int32_t high = (code + 128) >> 8;
    encoded.high_.push_back(static_cast<std::int8_t>(high));
    encoded.low_.push_back(static_cast<std::int8_t>(code - 256 * high));
    code_squares += static_cast<double>(code) * code;
  }
  encoded.scale_ = static_cast<float>(1 / std::sqrt(code_squares));
  return encoded;
}

std::optional<EncodedVector> EncodedVector::encode_high(std::span<const float> vector) {
  const double largest = largest_of(vector);
  if (largest <= 0) return std::nullopt;
  EncodedVector encoded;
  double squares = 0;
  encoded.high_.reserve(vector.size());
  for (const float number : vector) {
    const auto high =
        static_cast<std::int8_t>(std::lround(static_cast<double>(number) / largest * kLargestHigh));
    encoded.high_.push_back(high);
    squares += static_cast<double>(high) * high;
  }
  encoded.scale_ = static_cast<float>(1 / (256 * std::sqrt(squares)));
  return encoded;
}

float rough_cosine(float scale_a, std::span<const std::int8_t> high_a, float scale_b,
                   std::span<const std::int8_t> high_b) {
  return 65'536 * scale_a * scale_b * static_cast<float>(sum_of_products(high_a, high_b));
}

float rough_error(float scale_a, float scale_b, std::size_t width) {
  // The low bytes of each are a vector of at most this length, beside one of length 1.
  const float longest = 128 * std::sqrt(static_cast<float>(width));
  const float a = scale_a * longest;
  const float b = scale_b * longest;
  constexpr float kRounding = 1e-4F;
  return a + b + 3 * a * b + kRounding;
}

float cosine(const VectorCode& a, const VectorCode& b) {
  const double high = sum_of_products(a.high, b.high);
  double low = 0;
  double mixed = sum_of_products(a.low, b.high);
  if (!b.low.empty()) {
    low = sum_of_products(a.low, b.low);
    mixed += sum_of_products(a.high, b.low);
  }
  return static_cast<float>(static_cast<double>(a.scale) * static_cast<double>(b.scale) *
                            (65'536 * high + 256 * mixed + low));
}

}  // namespace noether::index
