// What encoders read that read values: parts of an expression by what they are worth.
//
// A part that has values is read as these, whatever it is written like: x + x and 2x are the same.
// Of a part that has none, an integral for one, its first token is read and then its operands, each
// likewise. So an expression is a short sequence of tokens and values, and mostly one place.
//
// A part's value at a point is a complex number z, and what is read of it are asinh(Re z) and
// asinh(|Im z|): large and small values alike fit in them, and equal parts that come out on
// different sides of a branch cut of real functions, as ln(-2) does with either sign of pi, have
// the same. They are rounded to steps far above errors of computing, so equal forms are read alike
// to the last bit. Where a part is no real number, identities of real functions hold by the grace
// of principal values or not at all, so what is read there counts for less.
//
// An encoder gets the two numbers as features: whether there is a value, both numbers, and their
// sines and cosines at kFrequencies, of which the slow ones tell large differences and the fast
// ones small ones.
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
inline constexpr float kFirstFrequency = 0.25F;  // each of the next is twice the one before
inline constexpr float kNumberScale = 0.125F;    // of the numbers themselves among the features
inline constexpr float kMostNumber = 40;         // of these: asinh of 10^17
inline constexpr float kOffRealScale = 0.65F;    // of all of them, where a part is no real number
inline constexpr std::size_t kFeatureRows = 1 + 2 * kFrequencies;
inline constexpr std::size_t kValueFeatures = kValuePoints + kFeatureRows * kPartNumbers;

// Stands where a part is read as its values.
inline constexpr TokenId kPartToken = ExpressionTokenizer::kPad;
// Of its points, how many must have a value for a part to be read so.
inline constexpr std::size_t kLeastValues = 4;

struct ValueReading {
  std::vector<TokenId> tokens;
  // kPartNumbers for each token, the two of each point together; not a number where there is none.
  std::vector<float> numbers;
};

class PartValues {
 public:
  explicit PartValues(const ExpressionTokenizer& tokenizer);

  // Asked of each part with values and operands, from the outside in: whether it is read as its
  // first token and its operands nevertheless. For training.
  using Opens = std::function<bool()>;
  // `expression` is without special tokens, and so is what is read.
  void read(TokenSpan expression, ValueReading& reading, const Opens& opens = {}) const;

 private:
  struct Reader;
  std::shared_ptr<const Reader> reader_;
};

// Features come in rows of kPartNumbers: one of the numbers themselves, kFrequencies of their
// sines, kFrequencies of their cosines. This is the definition of all rows, for a double, or for
// whatever computes like one, as the tensors of training do. `scaled` rounds to float32 and
// multiplies by the scale of the number; `put` takes the number of a row and what stands in it.
template <typename Number, typename Scaled, typename Put>
void number_features(const Number& number, const Scaled& scaled, const Put& put) {
  using std::clamp;
  using std::cos;
  using std::sin;
  constexpr double kMost = kMostNumber;
  put(0, scaled(clamp(number, -kMost, kMost) * double{kNumberScale}));
  const Number angle = number * double{kFirstFrequency};
  Number sine = sin(angle);
  Number cosine = cos(angle);
  for (std::size_t frequency = 0; frequency < kFrequencies; ++frequency) {
    put(1 + frequency, scaled(sine));
    put(1 + kFrequencies + frequency, scaled(cosine));
    const Number twice = 2 * sine * cosine;  // by doubling the angle
    cosine = 1 - 2 * sine * sine;
    sine = twice;
  }
}

// kValueFeatures by the kPartNumbers of one part: for each point 1 or, without a value, 0; then the
// rows. Zero where there is no value; but for the first, times kOffRealScale where the value is no
// real number.
void value_features(std::span<const float, kPartNumbers> numbers,
                    std::span<float, kValueFeatures> features);

// Tokens that an expression may have for an encoder that reads values, which does not mind how long
// a part with values is written.
inline constexpr std::size_t kMostValuedTokens = 512;

// The reason why these tokens of an expression cannot be read with this many positions: there are
// none or too many. `values` is null for an encoder that reads tokens alone.
std::optional<std::string> length_problem(const std::vector<TokenId>& tokens, std::size_t positions,
                                          const PartValues* values);

}  // namespace noether::embedding
