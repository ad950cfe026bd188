// Vectors of tokens in the form that late interaction stores: projected to fewer numbers of four
// bits each.
//
// The projection preserves the products between tokens as well as possible: its rows are the
// leading eigenvectors of their second moments. Each projected number is rounded to one of sixteen
// values around its mean, at a distance that is a fixed share of its standard deviation. Both are
// fitted to the tokens of a sample of texts and belong to the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::embedding {

class TokenCodes {
 public:
  static constexpr std::size_t kDefaultNumbers = 96;
  static constexpr std::string_view kFile = "token_codes.safetensors";  // of a model folder

  // `vectors` are rows of length 1. `numbers` must be a multiple of 16 and at most `width`. Returns
  // an error if there are fewer rows than numbers.
  static base::Result<TokenCodes> fit(std::span<const float> vectors, std::size_t width,
                                      std::size_t numbers = kDefaultNumbers);
  // Returns an error if the tensors are missing, of another width, or not finite.
  static base::Result<TokenCodes> read(const std::string& path, std::size_t width);
  base::Result<void> write(const std::string& path) const;

  std::size_t width() const { return width_; }
  std::size_t numbers() const { return middle_.size(); }
  std::size_t bytes() const { return middle_.size() / 2; }  // of a token

  // The concatenated codes of rows of length 1.
  std::string encode(std::span<const float> vectors) const;
  // Returns rows of numbers() numbers.
  std::vector<float> project(std::span<const float> vectors) const;
  // The projected vector that a code represents.
  std::vector<float> decode(std::string_view code) const;

 private:
  friend class LateQuery;
  TokenCodes(std::size_t width, std::vector<float> projection, std::vector<float> middle,
             std::vector<float> step);

  std::size_t width_;
  std::vector<float> projection_;  // a row for each number of a vector
  std::vector<float> middle_;      // of each number
  std::vector<float> step_;        // between two neighbouring values
};

// The tokens of a query, prepared for comparison with the codes of many documents. Cosines are
// those of the projected vectors, up to the rounding of codes.
class LateQuery {
 public:
  // `vectors` are rows of length 1.
  LateQuery(const TokenCodes& codes, std::span<const float> vectors);

  std::size_t tokens() const { return scales_.size(); }

  // Raises each number in `best`, one for each token of the query, to the token's largest cosine
  // with one of the coded tokens, if that is larger.
  void meet(std::string_view codes, std::span<float> best) const;
  // The same. If a number is raised, `nearest` gets the number of the coded token, counted from
  // `first`.
  void meet(std::string_view codes, std::span<float> best, std::span<std::uint32_t> nearest,
            std::uint32_t first = 0) const;

 private:
  template <typename Take>
  void multiply(std::string_view codes, const Take& take) const;
  float cosine(std::size_t token, std::int32_t sum) const {
    return static_cast<float>(sum - shifts_[token]) * scales_[token] + middles_[token];
  }

  std::size_t code_bytes_;
  std::vector<std::int8_t> panels_;   // see neural/kernels/int8_dot.h
  std::vector<float> scales_;         // of each token's row
  std::vector<float> middles_;        // the contribution of the middles of all numbers
  std::vector<std::int32_t> shifts_;  // correction for codes that begin at 0 instead of kLeast
};

// The mean of the best cosines: the score of late interaction. A query token without a cosine
// counts as 0.
double late_score(std::span<const float> best);
inline constexpr float kNotMet = -2;

}  // namespace noether::embedding
