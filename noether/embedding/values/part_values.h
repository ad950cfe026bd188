// The input of encoders that read values: the parts of an expression, represented by their values.
//
// A part with values is represented by these alone, however it is written: x + x and 2x are the
// same. For a part without values, such as an integral, the encoder reads its first token and then
// its operands, each in the same way. So an expression is a short sequence of tokens and values,
// and usually a single position.
//
// The value of a part at a point is a complex number z, which is represented by asinh(Re z) and
// asinh(|Im z|). These accommodate large and small values, and equal parts whose values lie on
// different sides of a branch cut of a real function, such as ln(-2) with either sign of pi, have
// the same numbers. The numbers are rounded to steps far above numerical errors, so that equal
// forms agree to the last bit. Where a part is not a real number, identities of real functions
// depend on principal values or do not hold, so its features have a smaller weight.
//
// The features of an encoder are: whether there is a value, both numbers, and their sines and
// cosines at kFrequencies. The low frequencies distinguish large differences, the high ones small
// differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/embedding/expression_tokenizer.h"
#include "noether/embedding/values/token_values.h"

namespace noether::embedding {

inline constexpr std::size_t kPartNumbers = 2 * kValuePoints;
inline constexpr std::size_t kFrequencies = 10;
inline constexpr float kFirstFrequency = 0.25F;  // each following one is twice as high
inline constexpr float kNumberScale = 0.125F;    // of the numbers themselves among the features
inline constexpr float kMostNumber = 40;         // of the numbers: asinh of 10^17
inline constexpr float kOffRealScale = 0.65F;    // of all features if the part is not a real number
inline constexpr std::size_t kFeatureRows = 1 + 2 * kFrequencies;
inline constexpr std::size_t kValueFeatures = kValuePoints + kFeatureRows * kPartNumbers;

// The token of a part that is read as its values.
inline constexpr TokenId kPartToken = ExpressionTokenizer::kPad;
// The number of points at which a part must have a value to be read so.
inline constexpr std::size_t kLeastValues = 4;

struct ValueReading {
  std::vector<TokenId> tokens;
  // kPartNumbers for each token, two for each point; NaN where there is no value.
  std::vector<float> numbers;
};

class PartValues {
 public:
  explicit PartValues(const ExpressionTokenizer& tokenizer);

  // Called for each part with values and operands, from the outside in. Returns whether the part is
  // read as its first token and its operands nevertheless. For training.
  using Opens = std::function<bool()>;
  // `expression` has no special tokens, and neither has the result.
  void read(TokenSpan expression, ValueReading& reading, const Opens& opens = {}) const;

 private:
  struct Reader;
  std::shared_ptr<const Reader> reader_;
};

// Features come in rows of kPartNumbers: one row of the numbers themselves, kFrequencies rows of
// their sines, kFrequencies rows of their cosines. This template defines all rows, for doubles and
// for types that compute like them, such as the tensors of training. `scaled` rounds to float32 and
// multiplies by the scale of the number; `put` takes the index of a row and its content.
template <typename Number, typename Scaled, typename Put>
void number_features(const Number& number, const Scaled& scaled, const Put& put) {
  using std::clamp;
  using std::cos;
  using std::sin;
  constexpr double kMost = static_cast<double>(kMostNumber);
  put(0, scaled(clamp(number, -kMost, kMost) * static_cast<double>(kNumberScale)));
  const Number angle = number * static_cast<double>(kFirstFrequency);
  Number sine = sin(angle);
  Number cosine = cos(angle);
  for (std::size_t frequency = 0; frequency < kFrequencies; ++frequency) {
    put(1 + frequency, scaled(sine));
    put(1 + kFrequencies + frequency, scaled(cosine));
    const Number twice = 2 * sine * cosine;  // by the double-angle formulas
    cosine = 1 - 2 * sine * sine;
    sine = twice;
  }
}

// Computes the kValueFeatures of one part from its kPartNumbers: for each point 1 if it has a
// value, otherwise 0; then the rows. Features are zero without a value, and all except the first
// are multiplied by kOffRealScale if the value is not real.
void value_features(std::span<const float, kPartNumbers> numbers,
                    std::span<float, kValueFeatures> features);

// The maximum number of tokens of an expression for an encoder that reads values, for which the
// length of a part with values does not matter.
inline constexpr std::size_t kMostValuedTokens = 512;

// The reason why these tokens of an expression cannot be read with this many positions: there are
// too few or too many. `values` is null for an encoder that reads only tokens.
std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values);

}  // namespace noether::embedding
