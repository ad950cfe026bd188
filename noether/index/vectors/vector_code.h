// A vector of unit length as integers: 16 bits for each number, in two bytes that are stored apart.
//
// Every number is the scale times 256 high + low. The high bytes alone are enough to walk a graph
// of neighbours, at half the memory; high and low together give the cosine within 1e-5. Sums of
// whole numbers are the same on every machine, so rankings are too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace noether::index {

// Sums of products of bytes fit into 32 bits, whatever the bytes.
inline constexpr std::uint32_t kMaxVectorWidth = 32'768;

struct VectorCode {
  float scale = 0;
  std::span<const std::int8_t> high;
  std::span<const std::int8_t> low;
};

class EncodedVector {
 public:
  // Scales the vector to unit length. Returns nothing if a number is not finite or all are 0.
  static std::optional<EncodedVector> encode(std::span<const float> vector);

  // Uses high bytes only, which have unit length without the low ones.
  static std::optional<EncodedVector> encode_high(std::span<const float> vector);

  VectorCode code() const { return {scale_, high_, low_}; }

 private:
  float scale_ = 0;
  std::vector<std::int8_t> high_;
  std::vector<std::int8_t> low_;
};

// The cosine by the high bytes only. Both have the same width.
float rough_cosine(float scale_a, std::span<const std::int8_t> high_a, float scale_b,
                   std::span<const std::int8_t> high_b);
// The maximum difference between the rough cosine and the cosine.
float rough_error(float scale_a, float scale_b, std::size_t width);
// The cosine by all bytes; `b` may lack the low ones.
float cosine(const VectorCode& a, const VectorCode& b);

}  // namespace noether::index
