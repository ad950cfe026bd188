// Reads any bytes as tokens, not only those of whole expressions: their values are computed in
// bounded time, their features are finite, and a part has the same value as alone.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "noether/embedding/expression_model_config.h"
#include "noether/embedding/values/part_values.h"

using namespace noether::embedding;

namespace {

void check_parts(const TokenGrammar& grammar, const ComplexValues& values, TokenSpan tokens) {
  std::vector<ComplexValues::Values> parts;
  values.of_parts(tokens, parts);
  const std::size_t begin = tokens.size() / 2;  // only one part, because all would take too long
  const std::size_t end = grammar.end_of(tokens, begin);
  const auto alone = values.at_points(tokens.subspan(begin, end - begin));
  for (std::size_t p = 0; p < kValuePoints; ++p) {
    if (has_value(parts[begin][p]) && parts[begin][p] != alone[p]) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ExpressionTokenizer tokenizer = ExpressionTokenizer::standard();
  static const TokenGrammar grammar(tokenizer);
  static const ComplexValues values(grammar);
  static const PartValues part_values(tokenizer);
  if (size == 0 || size > kMaxPositions) return 0;
  std::vector<TokenId> tokens;
  for (std::size_t i = 0; i < size; ++i) {
    // The vocabulary has more than 256 tokens: bytes from 128 on are its last ones.
    const std::size_t token = data[i] < 128 ? data[i] : tokenizer.size() - 256 + data[i];
    tokens.push_back(static_cast<TokenId>(token));
  }
  ValueReading reading;
  part_values.read(tokens, reading);
  if (reading.tokens.empty() || reading.tokens.size() > size) std::abort();
  std::vector<float> features(kValueFeatures);
  for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
    value_features(
        std::span<const float, kPartNumbers>(&reading.numbers[i * kPartNumbers], kPartNumbers),
        std::span<float, kValueFeatures>(features.data(), kValueFeatures));
    for (const float feature : features) {
      if (!(std::abs(feature) <= 40)) std::abort();
    }
  }
  check_parts(grammar, values, tokens);
  return 0;
}
