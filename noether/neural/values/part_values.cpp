#include "noether/neural/values/part_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace noether::neural {
namespace {

constexpr double kMostNumber = 40;  // asinh of 10^17

float number_of(double value) {
  return static_cast<float>(std::clamp(std::asinh(value), -kMostNumber, kMostNumber));
}

}  // namespace

struct PartValues::Reader {
  explicit Reader(const ExpressionTokenizer& tokenizer) : grammar(tokenizer) {}
  TokenGrammar grammar;
  ComplexValues values{grammar};
};

PartValues::PartValues(const ExpressionTokenizer& tokenizer)
    : reader_(std::make_shared<const Reader>(tokenizer)) {}

void PartValues::read(TokenSpan expression, std::span<float> numbers) const {
  thread_local std::vector<ComplexValues::Values> parts;
  reader_->values.of_parts(expression, parts);
  float* to = numbers.data();
  for (const ComplexValues::Values& part : parts) {
    for (const std::complex<double>& value : part) {
      const bool is_there = has_value(value);
      *to++ = is_there ? number_of(value.real()) : std::numeric_limits<float>::quiet_NaN();
      *to++ =
          is_there ? number_of(std::abs(value.imag())) : std::numeric_limits<float>::quiet_NaN();
    }
  }
}

void value_features(std::span<const float, kPartNumbers> numbers,
                    std::span<float, kValueFeatures> features) {
  constexpr std::size_t kSines = kFrequencies * kPartNumbers;
  float* const defined = features.data();
  float* const scaled = defined + kValuePoints;
  float* const sines = scaled + kPartNumbers;
  float* const cosines = sines + kSines;
  std::ranges::fill(features, 0.0F);
  for (std::size_t i = 0; i < kPartNumbers; ++i) {
    if (std::isnan(numbers[i])) continue;
    defined[i / 2] = 1;
    scaled[i] = kNumberScale * numbers[i];
    const double angle = static_cast<double>(kFirstFrequency) * static_cast<double>(numbers[i]);
    double sine = std::sin(angle);
    double cosine = std::cos(angle);
    for (std::size_t at = i; at < kSines; at += kPartNumbers) {
      sines[at] = static_cast<float>(sine);
      cosines[at] = static_cast<float>(cosine);
      const double twice = 2 * sine * cosine;  // by doubling the angle
      cosine = 1 - 2 * sine * sine;
      sine = twice;
    }
  }
}

}  // namespace noether::neural
