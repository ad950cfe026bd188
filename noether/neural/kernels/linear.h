// A linear layer: out = x W^T + b, with float32 or int8 weights. With int8 weights, the inputs of
// every token are rounded to integers around their own middle, so a token's results do not depend
// on the rest of the batch. These integers have 8 bits, or 16 bits in two bytes, each of which is
// multiplied by the weights: twice the work, and almost no error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/neural/kernels/activations.h"
#include "noether/neural/kernels/int8_dot.h"
#include "noether/neural/kernels/matrix.h"
#include "noether/neural/kernels/rows.h"

namespace noether::neural {

class Linear {
 public:
  // The treatment of the results: they are stored, directly or after an activation, or added to the
  // output.
  enum class Finish : std::uint8_t {
    Store,
    StoreRelu,
    StoreGeluErf,
    StoreGeluTanh,
    StoreSilu,
    Add
  };
  static Finish storing(Activation activation);  // not for Tanh
  // The rounding of tokens for int8 weights.
  enum class TokenBits : std::uint8_t { Eight, Sixteen };
  // Buffers that are kept from one call to the next; one for each thread.
  struct Workspace {
    // One row for each token, or a row of high bytes and one of low bytes; in pairs if the kernel
    // needs them.
    std::vector<std::int8_t> bytes;
    std::vector<std::int8_t> row;  // of one token
    std::vector<RowQuantization> tokens;
  };

  explicit Linear(LinearWeights weights, TokenBits bits = TokenBits::Eight);

  std::size_t inputs() const { return columns_; }
  std::size_t outputs() const { return rows_; }

  // `x` has `tokens` rows of inputs(), `out` of outputs().
  void apply(const float* x, std::size_t tokens, Finish finish, float* out,
             Workspace& workspace) const;

 private:
  void apply_float(const float* x, std::size_t tokens, Finish finish, float* out) const;
  void apply_int8(const float* x, std::size_t tokens, Finish finish, float* out,
                  Workspace& workspace) const;
  void round_tokens(const float* x, std::size_t tokens, Workspace& workspace) const;
  template <std::size_t kBytes, Finish kFinish>
  void multiply_panels(std::size_t tokens, float* out, const Workspace& workspace) const;

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> weights_;       // of float32 layers
  std::vector<std::int8_t> panels_;  // of int8 layers
  std::vector<float> scales_;        // of rows, padded to whole panels
  std::vector<float> row_sums_;      // of the weights of each row; padded too
  std::vector<float> bias_;          // padded too
  Int8Dot dot_ = nullptr;
  bool in_pairs_ = false;  // whether the kernel takes vectors in pairs
  TokenBits bits_ = TokenBits::Eight;
};

// out = x W^T + b with float32 weights, which are used in place.
void multiply_float_rows(const float* x, std::size_t tokens, const Matrix& weight,
                         const std::vector<float>& bias, float* out);

}  // namespace noether::neural
