// Vectors of one width in rows, and their inner products, block by block.
// Rows are padded with zeros to whole groups of lanes, so that loops have no remainders. Sums are
// always computed in the same order, so that every machine finds the same numbers and the same
// neighbours.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace noether::evaluation {

class Vectors {
 public:
  static constexpr std::size_t kLanes = 4;

  Vectors() = default;
  Vectors(std::size_t count, std::size_t width)
      : count_(count),
        width_(width),
        stride_((width + kLanes - 1) / kLanes * kLanes),
        values_(count * stride_) {}

  std::size_t count() const { return count_; }
  std::size_t width() const { return width_; }
  std::size_t stride() const { return stride_; }  // the distance from one row to the next
  std::span<float> row(std::size_t i) { return {values_.data() + i * stride_, width_}; }
  std::span<const float> row(std::size_t i) const { return {values_.data() + i * stride_, width_}; }
  const float* data() const { return values_.data(); }

 private:
  std::size_t count_ = 0;
  std::size_t width_ = 0;
  std::size_t stride_ = 0;
  std::vector<float> values_;
};

float inner_product(std::span<const float> a, std::span<const float> b);
// Whether the vector is zero, which means that the embedding could not read the expression.
bool is_zero(std::span<const float> vector);
// Scales to length 1; a zero vector is unchanged.
void normalise(std::span<float> vector);

// The number of rows of `a` that are multiplied with all of `b` at a time.
inline constexpr std::size_t kProductRows = 64;

// The products of rows first ... first + count - 1 of `a` with all rows of `b`, with one row for
// each row of `a`. Both have the same width.
void inner_products(const Vectors& a, std::size_t first, std::size_t count, const Vectors& b,
                    std::vector<float>& out);

// Passes on the products of every row of `a` with all rows of `b`. May use several threads, which
// share nothing.
void for_each_row_of_products(
    const Vectors& a, const Vectors& b, unsigned threads,
    const std::function<void(std::size_t row, std::span<const float> products)>& take);

}  // namespace noether::evaluation
