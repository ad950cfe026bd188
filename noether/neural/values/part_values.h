// Values of an expression's parts as encoders read them, beside its tokens.
//
// Every token begins a part, and the part's value at a point is a complex number z. What is read of
// it are two numbers, asinh(Re z) and asinh(|Im z|): large and small values alike fit in them, and
// equal parts that come out on different sides of a branch cut of real functions, as ln(-2) does
// with either sign of pi, have the same. An encoder gets them as features: whether there is a
// value, both numbers, and their sines and cosines at kFrequencies, of which the slow ones tell
// large differences and the fast ones small ones.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "noether/neural/expression_tokenizer.h"
#include "noether/neural/values/token_values.h"

namespace noether::neural {

inline constexpr std::size_t kPartNumbers = 2 * kValuePoints;
inline constexpr std::size_t kFrequencies = 10;
inline constexpr float kFirstFrequency = 0.25F;  // each of the next is twice the one before
inline constexpr float kNumberScale = 0.125F;    // of the numbers themselves among the features
inline constexpr std::size_t kValueFeatures = kValuePoints + (1 + 2 * kFrequencies) * kPartNumbers;

class PartValues {
 public:
  explicit PartValues(const ExpressionTokenizer& tokenizer);

  // kPartNumbers for each token, the two of each point together; not a number where a part has no
  // value or a token begins none. `expression` is without special tokens.
  void read(TokenSpan expression, std::span<float> numbers) const;

 private:
  struct Reader;
  std::shared_ptr<const Reader> reader_;
};

// kValueFeatures by the kPartNumbers of one part: for each point 1 or, without a value, 0; then all
// numbers, scaled; then for each frequency the sines of all; then the cosines likewise. Zero where
// there is no value.
void value_features(std::span<const float, kPartNumbers> numbers,
                    std::span<float, kValueFeatures> features);

}  // namespace noether::neural
