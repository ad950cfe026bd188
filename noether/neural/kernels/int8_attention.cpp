#include "noether/neural/kernels/int8_attention.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/rows.h"
#include "noether/neural/kernels/softmax_weights.h"

namespace noether::neural {
namespace {

constexpr std::size_t kInt8QueriesAtOnce = kMostVectors;
constexpr float kFarBelow = -1e30F;  // the score of a padding token

std::size_t whole_panels(std::size_t size) {
  return (size + kPanelRows - 1) / kPanelRows * kPanelRows;
}

// Sums of this many products of 7 bits and a sign are below 2^22.
constexpr std::size_t kMostOfSmallSums = (std::size_t{1} << 22) / (127 * 127);

// Converts integers below 2^22 to floats by additions, because few processors convert more than one
// vector at a time, but all add several.
WideLanes small_floats_of(const std::int32_t* from) {
  constexpr std::int32_t kRoundingBits = std::bit_cast<std::int32_t>(kRounding);
  return WideLanes::each([&](int i) {
    IntLanes whole;
    std::memcpy(&whole, from + static_cast<std::size_t>(i) * kLanes, sizeof whole);
    whole += kRoundingBits;
    Lanes shifted;
    std::memcpy(&shifted, &whole, sizeof shifted);
    return shifted - kRounding;
  });
}

// The attention of one head, step by step. All buffers belong to the workspace.
class HeadAttention {
 public:
  HeadAttention(const AttentionShape& shape, const AttentionRows& rows, const Int8Kernel& kernel,
                Int8AttentionWorkspace& workspace)
      : rows_(rows),
        kernel_(kernel),
        in_pairs_(kernel.dot_pairs != nullptr),
        dot_(in_pairs_ ? kernel.dot_pairs : kernel.dot),
        space_(workspace),
        size_(shape.size),
        padded_size_(padded_columns(shape.size)),
        tokens_(whole_panels(rows.tokens)) {
    space_.keys.resize(tokens_ * padded_size_);
    space_.values.resize(whole_panels(size_) * tokens_);
    space_.key_scales.resize(tokens_);
    space_.value_scales.resize(tokens_);
    space_.row.resize(std::max(padded_size_, kernel.columns_at_once * whole_panels(size_)));
    space_.queries.resize(kInt8QueriesAtOnce * padded_size_);
    space_.scores.resize(kInt8QueriesAtOnce * tokens_);
    space_.weights.resize(2 * kInt8QueriesAtOnce * tokens_);
  }

  void take_keys(std::size_t at);
  void take_values(std::size_t at);
  // Computes the results of `count` queries from `first` on. The head's numbers begin at `at` in
  // each token.
  void answer(std::size_t first, std::size_t count, std::size_t at, float* out, std::size_t stride);

 private:
  template <std::size_t kAtOnce>
  void pack_values(std::size_t at);
  void score(std::size_t count, float* greatest);
  float weigh(const float* scores, float greatest, float scale, std::int8_t* weights) const;
  void sum_values(std::size_t count, const float* factors, float* out, std::size_t stride) const;

  const AttentionRows& rows_;
  const Int8Kernel& kernel_;
  bool in_pairs_;  // how the kernel takes vectors
  Int8Dot dot_;
  Int8AttentionWorkspace& space_;
  std::size_t size_;
  std::size_t padded_size_;
  std::size_t tokens_;  // including those that fill the last panel
  float value_scale_ = 0;
};

// The last panel is filled with copies of its last token, which do not change the maximum.
void HeadAttention::take_keys(std::size_t at) {
  const std::size_t at_once = kernel_.columns_at_once;
  for (std::size_t token = 0; token < tokens_; ++token) {
    if (token < rows_.tokens) {
      space_.key_scales[token] = quantize_symmetric(rows_.keys + token * rows_.key_stride + at,
                                                    size_, padded_size_, space_.row.data());
    } else {
      space_.key_scales[token] = space_.key_scales[token - 1];
    }
    std::int8_t* to = space_.keys.data() + token / kPanelRows * kPanelRows * padded_size_ +
                      token % kPanelRows * at_once;
    const auto pack = [&]<std::size_t kAtOnce>() {
      for (std::size_t i = 0; i < padded_size_; i += kAtOnce, to += kAtOnce * kPanelRows) {
        std::memcpy(to, space_.row.data() + i, kAtOnce);
      }
    };
    if (at_once == 8) {
      pack.template operator()<8>();
    } else {
      pack.template operator()<4>();
    }
  }
}

// Transposes rows of 16 bytes. Interleaving the second half with the first moves the highest bit of
// an index to its end, so the transposition is complete after as many steps as the index of a row
// has bits.
template <std::size_t kRows>
void store_as_columns(const std::int8_t (&rows)[kRows][kPanelRows], std::int8_t* to) {
  Bytes row[kRows];
  static_assert(sizeof row == sizeof rows);
  std::memcpy(row, rows, sizeof row);
  for (std::size_t parts = kRows; parts > 1; parts /= 2) {
    Bytes mixed[kRows];
    for (std::size_t i = 0; i < kRows / 2; ++i) {
      const Bytes a = row[i];
      const Bytes b = row[i + kRows / 2];
      mixed[2 * i] =
          __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      mixed[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                                                 14, 30, 15, 31);
    }
    std::memcpy(row, mixed, sizeof row);
  }
  std::memcpy(to, row, sizeof row);
}

// The tokens that fill the last panel are zeros.
template <std::size_t kAtOnce>
void HeadAttention::pack_values(std::size_t at) {
  const std::size_t padded = whole_panels(size_);
  std::int8_t* const row = space_.row.data();
  for (std::size_t token = 0; token < tokens_; token += kAtOnce) {
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      std::int8_t* const to = row + i * padded;
      if (token + i < rows_.tokens) {
        space_.value_scales[token + i] = quantize_symmetric(
            rows_.values + (token + i) * rows_.key_stride + at, size_, padded, to);
      } else {
        space_.value_scales[token + i] = 0;
        std::fill_n(to, padded, std::int8_t{0});
      }
    }
    for (std::size_t first = 0; first < size_; first += kPanelRows) {
      std::int8_t rows[kAtOnce][kPanelRows];
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        std::memcpy(rows[i], row + i * padded + first, kPanelRows);
      }
      store_as_columns(rows, space_.values.data() + first * tokens_ + token * kPanelRows);
    }
  }
}

void HeadAttention::take_values(std::size_t at) {
  if (kernel_.columns_at_once == 8) {
    pack_values<8>(at);
  } else {
    pack_values<4>(at);
  }
  // The scales of values become factors of the weights.
  const float largest = *std::ranges::max_element(space_.value_scales);
  const float factor = largest > 0 ? kMostWeight / largest : 0;
  for (float& scale : space_.value_scales) scale *= factor;
  value_scale_ = largest / kMostWeight;
}

// The scores do not contain the scale of their query.
void HeadAttention::score(std::size_t count, float* greatest) {
  Lanes most[kInt8QueriesAtOnce];
  std::fill_n(most, count, all(kFarBelow));
  for (std::size_t token = 0; token < tokens_; token += kPanelRows) {
    std::int32_t sums[kMostVectors][kPanelRows];
    dot_(space_.keys.data() + token * padded_size_, space_.queries.data(), count, padded_size_,
         sums);
    const WideLanes scales = load_wide(space_.key_scales.data() + token);
    for (std::size_t q = 0; q < count; ++q) {
      const WideLanes scores =
          (size_ <= kMostOfSmallSums ? small_floats_of(sums[q]) : floats_of(sums[q])) * scales;
      store(scores, space_.scores.data() + q * tokens_ + token);
      most[q] = greater(most[q], greater(greater(scores.part[0], scores.part[1]),
                                         greater(scores.part[2], scores.part[3])));
    }
  }
  for (std::size_t q = 0; q < count; ++q) {
    greatest[q] = greatest_of(most[q]);
    float* scores = space_.scores.data() + q * tokens_;
    std::fill(scores + rows_.tokens, scores + tokens_, kFarBelow);
  }
}

// Returns the sum of all weights before rounding, without the scales of values. The two bytes of
// weights are two vectors, or a pair.
float HeadAttention::weigh(const float* scores, float greatest, float scale,
                           std::int8_t* weights) const {
  const WeightBytes to = in_pairs_ ? WeightBytes{weights, weights + kPairColumns, 2 * kPairColumns}
                                   : WeightBytes{weights, weights + tokens_, kPairColumns};
  return softmax_weights({scores, space_.value_scales.data(), tokens_, greatest, scale}, to);
}

void HeadAttention::sum_values(std::size_t count, const float* factors, float* out,
                               std::size_t stride) const {
  constexpr std::size_t kOfCall = kMostVectors / 2;
  for (std::size_t at = 0; at < size_; at += kPanelRows) {
    for (std::size_t first = 0; first < count; first += kOfCall) {
      const std::size_t now = std::min(kOfCall, count - first);
      std::int32_t sums[kMostVectors][kPanelRows];
      dot_(space_.values.data() + at * tokens_, space_.weights.data() + 2 * first * tokens_,
           2 * now, tokens_, sums);
      for (std::size_t q = 0; q < now; ++q) {
        const WideLanes sum = floats_of(sums[2 * q]) * kHighWeight + floats_of(sums[2 * q + 1]);
        float* to = out + (first + q) * stride + at;
        if (at + kPanelRows <= size_) {
          store(sum * factors[first + q], to);
          continue;
        }
        float values[kPanelRows];
        store(sum * factors[first + q], values);
        std::copy_n(values, size_ - at, to);
      }
    }
  }
}

void HeadAttention::answer(std::size_t first, std::size_t count, std::size_t at, float* out,
                           std::size_t stride) {
  // The softmax uses powers of two instead of e.
  const float of_all = std::numbers::log2e_v<float> / std::sqrt(static_cast<float>(size_));
  float scales[kInt8QueriesAtOnce];
  for (std::size_t q = 0; q < count; ++q) {
    std::int8_t* row = in_pairs_ ? space_.row.data() : space_.queries.data() + q * padded_size_;
    scales[q] = of_all * quantize_symmetric(rows_.queries + (first + q) * rows_.query_stride + at,
                                            size_, padded_size_, row);
    if (in_pairs_) put_in_pair(row, q, padded_size_, space_.queries.data());
  }
  float greatest[kInt8QueriesAtOnce];
  score(count, greatest);
  float factors[kInt8QueriesAtOnce];
  for (std::size_t q = 0; q < count; ++q) {
    factors[q] = value_scale_ / weigh(space_.scores.data() + q * tokens_, greatest[q], scales[q],
                                      space_.weights.data() + 2 * q * tokens_);
  }
  sum_values(count, factors, out, stride);
}

}  // namespace

void attend_int8(const AttentionShape& shape, const AttentionRows& rows, const Int8Kernel& kernel,
                 float* out, Int8AttentionWorkspace& workspace) {
  HeadAttention attention(shape, rows, kernel, workspace);
  const std::size_t sharing = shape.heads / shape.key_value_heads;
  const std::size_t stride = shape.heads * shape.size;
  for (std::size_t head = 0; head < shape.heads; ++head) {
    const std::size_t at = head * shape.size;
    if (head % sharing == 0) {
      attention.take_keys(head / sharing * shape.size);
      attention.take_values(head / sharing * shape.size);
    }
    for (std::size_t first = 0; first < rows.count; first += kInt8QueriesAtOnce) {
      const std::size_t count = std::min(kInt8QueriesAtOnce, rows.count - first);
      attention.answer(first, count, at, out + first * stride + at, stride);
    }
  }
}

}  // namespace noether::neural
