#include "noether/embedding/values/part_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace noether::embedding {
namespace {

float number_of(double value) {
  constexpr double kSteps = 0x1p16;
  return static_cast<float>(std::round(std::asinh(value) * kSteps) / kSteps);
}

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

bool is_there(const std::complex<double>& value) { return has_value(value); }

}  // namespace

struct PartValues::Reader {
  explicit Reader(const ExpressionTokenizer& tokenizer) : grammar(tokenizer) {}
  TokenGrammar grammar;
  ComplexValues values{grammar};
};

PartValues::PartValues(const ExpressionTokenizer& tokenizer)
    : reader_(std::make_shared<const Reader>(tokenizer)) {}

void PartValues::read(TokenSpan expression, ValueReading& reading, const Opens& opens) const {
  thread_local std::vector<ComplexValues::Values> parts;
  const TokenGrammar& grammar = reader_->grammar;
  reader_->values.of_parts(expression, parts);
  reading.tokens.clear();
  reading.numbers.clear();
  for (std::size_t at = 0; at < expression.size();) {
    const std::size_t operands = grammar.operands(expression[at]);
    const bool is_value =
        std::ranges::count_if(parts[at], is_there) >= std::ptrdiff_t{kLeastValues};
    const bool is_open = is_value && operands > 0 && opens && opens();
    const bool as_value = is_value && !is_open;
    const std::size_t end = as_value ? grammar.end_of(expression, at) : at + 1;
    reading.tokens.push_back(as_value ? kPartToken : expression[at]);
    for (std::size_t p = 0; p < kValuePoints; ++p) {
      const std::complex<double>& value = parts[at][p];
      if (!as_value || !is_there(value)) {
        reading.numbers.insert(reading.numbers.end(), 2, kNone);
        continue;
      }
      reading.numbers.push_back(number_of(value.real()));
      reading.numbers.push_back(number_of(std::abs(value.imag())));
    }
    at = end;
  }
}

void value_features(std::span<const float, kPartNumbers> numbers,
                    std::span<float, kValueFeatures> features) {
  float* const rows = features.data() + kValuePoints;
  std::ranges::fill(features, 0.0F);
  for (std::size_t i = 0; i < kPartNumbers; ++i) {
    if (std::isnan(numbers[i])) continue;
    features[i / 2] = 1;
    const float scale = numbers[i | 1] > 0 ? kOffRealScale : 1;
    number_features(
        static_cast<double>(numbers[i]),
        [&](double feature) { return scale * static_cast<float>(feature); },
        [&](std::size_t row, float feature) { rows[row * kPartNumbers + i] = feature; });
  }
}

std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values) {
  if (tokens.size() < 3) return "it is empty";
  if (tokens.size() <= positions) return std::nullopt;  // values never take more tokens than this
  const std::size_t most =
      std::max<std::size_t>(values != nullptr ? kMostValuedTokens : 0, positions - 2);
  if (tokens.size() - 2 > most) {
    return fmt::format("it has {} tokens, and the model reads at most {}", tokens.size() - 2, most);
  }
  ValueReading reading;
  values->read(TokenSpan(tokens).subspan(1, tokens.size() - 2), reading);
  if (reading.tokens.size() + 2 <= positions) return std::nullopt;
  return fmt::format("its parts without values take {} tokens, and the model reads at most {}",
                     reading.tokens.size(), positions - 2);
}

}  // namespace noether::embedding
