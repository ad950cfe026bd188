#include "noether/neural/kernels/linear.h"

#include <cblas.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "noether/neural/kernels/gelu.h"
#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/rows.h"

namespace noether::neural {
namespace {

// OpenBLAS must use one thread: our threads each handle a part of the batch, which is faster than
// sharing matrices.
void use_one_thread_for_each_product() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

// The size of a block of tokens, which is multiplied by one panel after another. A block and a
// panel fit into the first-level cache. If rows are so long that few tokens would fit, the block
// fits into the second-level cache, and the panel into the first.
constexpr std::size_t kBlockBytes = std::size_t{40} << 10;
constexpr std::size_t kFarBlockBytes = std::size_t{512} << 10;
constexpr std::size_t kLeastCallsOfBlock = 4;

std::size_t calls_of_a_block(std::size_t bytes_of_call) {
  const std::size_t near = kBlockBytes / bytes_of_call;
  if (near >= kLeastCallsOfBlock) return near;
  return std::max<std::size_t>(1, kFarBlockBytes / bytes_of_call);
}

// Prefetches a part of the next panel while the current one is used, because weights come from main
// memory.
void fetch(const std::int8_t* panel, std::size_t size, std::size_t share, std::size_t shares) {
  const std::size_t line = 64;
  for (std::size_t at = share * size / shares; at < (share + 1) * size / shares; at += line) {
    __builtin_prefetch(panel + at);
  }
}

// The place of a panel's rows in the layer.
struct PanelRows {
  const float* scales;
  const float* sums;
  const float* bias;
};

template <Linear::Finish kFinish>
WideLanes finished(const WideLanes& value) {
  if constexpr (kFinish == Linear::Finish::StoreRelu) return activated<Activation::Relu>(value);
  if constexpr (kFinish == Linear::Finish::StoreGeluTanh) {
    return activated<Activation::GeluTanh>(value);
  }
  if constexpr (kFinish == Linear::Finish::StoreSilu) return activated<Activation::Silu>(value);
  return value;
}

std::optional<Activation> activation_of(Linear::Finish finish) {
  switch (finish) {
    case Linear::Finish::StoreRelu:
      return Activation::Relu;
    case Linear::Finish::StoreGeluErf:
      return Activation::GeluErf;
    case Linear::Finish::StoreGeluTanh:
      return Activation::GeluTanh;
    case Linear::Finish::StoreSilu:
      return Activation::Silu;
    default:
      return std::nullopt;
  }
}

// The sums of `count` tokens with one panel, as numbers of the layer. `stride` is from token to
// token. Each token has kBytes sums for a row of weights.
template <std::size_t kBytes, Linear::Finish kFinish>
void finish_panel(const std::int32_t (*sums)[kPanelRows], const PanelRows& rows,
                  const RowQuantization* tokens, std::size_t count, float* out,
                  std::size_t stride) {
  static_assert(kPanelRows == kWideLanes);
  const WideLanes scales = load_wide(rows.scales);
  const WideLanes row_sums = load_wide(rows.sums);
  const WideLanes bias = load_wide(rows.bias);
  for (std::size_t t = 0; t < count; ++t) {
    float* to = out + t * stride;
    // NOLINTBEGIN(misc-const-correctness): other instances change them
    WideLanes sum = floats_of(sums[kBytes * t]);
    if constexpr (kBytes == 2) sum = sum * kHighByte + floats_of(sums[kBytes * t + 1]);
    WideLanes value = sum * (scales * tokens[t].scale) + (row_sums * tokens[t].middle + bias);
    // NOLINTEND(misc-const-correctness)
    value = finished<kFinish>(value);
    if constexpr (kFinish == Linear::Finish::Add) value = value + load_wide(to);
    store(value, to);
  }
  if constexpr (kFinish == Linear::Finish::StoreGeluErf) gelu_rows(out, kPanelRows, count, stride);
}

}  // namespace

Linear::Linear(LinearWeights weights, TokenBits bits)
    : rows_(weights.weight.rows),
      columns_(weights.weight.columns),
      bias_(std::move(weights.bias)),
      bits_(bits) {
  bias_.resize(rows_, 0);
  if (!weights.weight.is_int8()) {
    use_one_thread_for_each_product();
    weights_ = std::move(weights.weight.values);
    return;
  }
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::int8_t* numbers = weights.weight.quantized.data() + row * columns_;
    const std::int32_t sum = std::accumulate(numbers, numbers + columns_, std::int32_t{0});
    row_sums_.push_back(static_cast<float>(sum) * weights.weight.scales[row]);
  }
  const Int8Kernel& kernel = int8_kernels().front();
  panels_ = pack_panels(weights.weight.quantized, rows_, columns_, kernel.columns_at_once);
  scales_ = std::move(weights.weight.scales);
  const std::size_t padded_rows = (rows_ + kPanelRows - 1) / kPanelRows * kPanelRows;
  scales_.resize(padded_rows, 0);
  row_sums_.resize(padded_rows, 0);
  bias_.resize(padded_rows, 0);
  in_pairs_ = kernel.dot_pairs != nullptr;
  dot_ = in_pairs_ ? kernel.dot_pairs : kernel.dot;
}

Linear::Finish Linear::storing(Activation activation) {
  switch (activation) {
    case Activation::Relu:
      return Finish::StoreRelu;
    case Activation::GeluErf:
      return Finish::StoreGeluErf;
    case Activation::GeluTanh:
      return Finish::StoreGeluTanh;
    case Activation::Silu:
      return Finish::StoreSilu;
    case Activation::Tanh:
      break;
  }
  std::unreachable();
}

void Linear::apply(const float* x, std::size_t tokens, Finish finish, float* out,
                   Workspace& workspace) const {
  if (dot_ == nullptr) return apply_float(x, tokens, finish, out);
  apply_int8(x, tokens, finish, out, workspace);
}

void Linear::apply_float(const float* x, std::size_t tokens, Finish finish, float* out) const {
  for (std::size_t token = 0; token < tokens; ++token) {
    float* row = out + token * rows_;
    if (finish == Finish::Add) {
      for (std::size_t i = 0; i < rows_; ++i) row[i] += bias_[i];
    } else {
      std::copy_n(bias_.data(), rows_, row);
    }
  }
  const auto m = static_cast<blasint>(tokens);
  const auto n = static_cast<blasint>(rows_);
  const auto k = static_cast<blasint>(columns_);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0F, x, k, weights_.data(), k,
              1.0F, out, n);
  if (const auto activation = activation_of(finish)) activate_row(*activation, out, tokens * rows_);
}

void Linear::apply_int8(const float* x, std::size_t tokens, Finish finish, float* out,
                        Workspace& workspace) const {
  round_tokens(x, tokens, workspace);
  const auto multiply = [&]<std::size_t kBytes>() {
    switch (finish) {
      case Finish::Store:
        return multiply_panels<kBytes, Finish::Store>(tokens, out, workspace);
      case Finish::StoreRelu:
        return multiply_panels<kBytes, Finish::StoreRelu>(tokens, out, workspace);
      case Finish::StoreGeluErf:
        return multiply_panels<kBytes, Finish::StoreGeluErf>(tokens, out, workspace);
      case Finish::StoreGeluTanh:
        return multiply_panels<kBytes, Finish::StoreGeluTanh>(tokens, out, workspace);
      case Finish::StoreSilu:
        return multiply_panels<kBytes, Finish::StoreSilu>(tokens, out, workspace);
      case Finish::Add:
        return multiply_panels<kBytes, Finish::Add>(tokens, out, workspace);
    }
  };
  if (bits_ == TokenBits::Eight) return multiply.template operator()<1>();
  multiply.template operator()<2>();
}

void Linear::round_tokens(const float* x, std::size_t tokens, Workspace& workspace) const {
  const std::size_t padded = padded_columns(columns_);
  const std::size_t bytes = bits_ == TokenBits::Eight ? 1 : 2;
  workspace.bytes.resize((tokens * bytes + 1) / 2 * 2 * padded);
  workspace.row.resize(bytes * padded);
  workspace.tokens.resize(tokens);
  for (std::size_t token = 0; token < tokens; ++token) {
    const float* from = x + token * columns_;
    std::int8_t* place = workspace.bytes.data() + token * bytes * padded;
    std::int8_t* to = in_pairs_ ? workspace.row.data() : place;
    workspace.tokens[token] = bytes == 1 ? quantize_row(from, columns_, padded, to)
                                         : quantize_row(from, columns_, padded, to, to + padded);
    if (!in_pairs_) continue;
    for (std::size_t i = 0; i < bytes; ++i) {
      put_in_pair(to + i * padded, token * bytes + i, padded, workspace.bytes.data());
    }
  }
}

template <std::size_t kBytes, Linear::Finish kFinish>
void Linear::multiply_panels(std::size_t tokens, float* out, const Workspace& workspace) const {
  const std::size_t padded = padded_columns(columns_);
  // Calls have nearly equal sizes: four tokens are two and two, not three and one. Kernels may take
  // vectors in pairs, so each call begins with an even vector. No call exceeds kMostOfCall, which
  // is even.
  constexpr std::size_t kMostOfCall = kMostVectors / kBytes;
  static_assert(kMostOfCall % 2 == 0);
  const std::size_t calls = (tokens + kMostOfCall - 1) / kMostOfCall;
  const auto begin_of_call = [&](std::size_t call) {
    return std::min(tokens, (call * tokens / calls + 1) / 2 * 2);
  };
  const std::size_t calls_of_block = calls_of_a_block(kMostVectors * padded);
  for (std::size_t block = 0; block < calls; block += calls_of_block) {
    const std::size_t last = std::min(calls, block + calls_of_block);
    for (std::size_t row = 0; row < rows_; row += kPanelRows) {
      const std::int8_t* panel = panels_.data() + row * padded;
      const PanelRows rows{&scales_[row], &row_sums_[row], &bias_[row]};
      for (std::size_t call = block; call < last; ++call) {
        const std::size_t first = begin_of_call(call);
        const std::size_t count = begin_of_call(call + 1) - first;
        std::int32_t sums[kMostVectors][kPanelRows];
        fetch(panel + kPanelRows * padded, kPanelRows * padded, call - block, last - block);
        dot_(panel, workspace.bytes.data() + kBytes * first * padded, kBytes * count, padded, sums);
        const RowQuantization* of_tokens = &workspace.tokens[first];
        float* to = out + first * rows_ + row;
        if (row + kPanelRows <= rows_) {
          finish_panel<kBytes, kFinish>(sums, rows, of_tokens, count, to, rows_);
          continue;
        }
        // The last panel may have missing rows.
        float some[kMostVectors][kPanelRows] = {};
        for (std::size_t t = 0; t < count; ++t) std::copy_n(to + t * rows_, rows_ - row, some[t]);
        finish_panel<kBytes, kFinish>(sums, rows, of_tokens, count, some[0], kPanelRows);
        for (std::size_t t = 0; t < count; ++t) std::copy_n(some[t], rows_ - row, to + t * rows_);
      }
    }
  }
}

void multiply_float_rows(const float* x, std::size_t tokens, const Matrix& weight,
                         const std::vector<float>& bias, float* out) {
  use_one_thread_for_each_product();
  for (std::size_t token = 0; token < tokens; ++token) {
    std::copy_n(bias.data(), weight.rows, out + token * weight.rows);
  }
  const auto m = static_cast<blasint>(tokens);
  const auto n = static_cast<blasint>(weight.rows);
  const auto k = static_cast<blasint>(weight.columns);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0F, x, k, weight.values.data(), k,
              1.0F, out, n);
}

}  // namespace noether::neural
