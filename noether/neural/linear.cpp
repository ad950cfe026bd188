#include "noether/neural/linear.h"

#include <cblas.h>

#include <algorithm>
#include <mutex>

#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/rows.h"

namespace noether::neural {
namespace {

// The threads are ours: each has its own part of a batch, which is faster than sharing matrices.
void use_one_thread_for_each_product() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

// Asks for a share of the next panel while the present one is used: weights come from far away.
void fetch(const std::int8_t* panel, std::size_t size, std::size_t share, std::size_t shares) {
  const std::size_t line = 64;
  for (std::size_t at = share * size / shares; at < (share + 1) * size / shares; at += line) {
    __builtin_prefetch(panel + at);
  }
}

template <Linear::Finish kFinish>
void finish_row(const std::int32_t* sums, const float* scales, const float* bias, float scale,
                float* out) {
  for (std::size_t i = 0; i < kPanelRows; i += kLanes) {
    IntLanes whole;
    std::memcpy(&whole, sums + i, sizeof whole);
    Lanes value =
        __builtin_convertvector(whole, Lanes) * (load(scales + i) * scale) + load(bias + i);
    if constexpr (kFinish == Linear::Finish::StoreRelu) value = greater(value, Lanes{});
    if constexpr (kFinish == Linear::Finish::Add) value += load(out + i);
    store(value, out + i);
  }
}

}  // namespace

Linear::Linear(LinearWeights weights)
    : rows_(weights.weight.rows), columns_(weights.weight.columns), bias_(std::move(weights.bias)) {
  if (!weights.weight.is_int8()) {
    use_one_thread_for_each_product();
    weights_ = std::move(weights.weight.values);
    return;
  }
  panels_ = pack_panels(weights.weight.quantized, rows_, columns_);
  scales_ = std::move(weights.weight.scales);
  const std::size_t padded_rows = (rows_ + kPanelRows - 1) / kPanelRows * kPanelRows;
  scales_.resize(padded_rows, 0);
  bias_.resize(padded_rows, 0);
  dot_ = int8_kernels().front().dot;
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
  if (finish != Finish::StoreRelu) return;
  for (std::size_t i = 0; i < tokens * rows_; ++i) out[i] = std::max(out[i], 0.0F);
}

void Linear::apply_int8(const float* x, std::size_t tokens, Finish finish, float* out,
                        Workspace& workspace) const {
  const std::size_t padded = padded_columns(columns_);
  workspace.tokens.resize(tokens * padded);
  workspace.scales.resize(tokens);
  for (std::size_t token = 0; token < tokens; ++token) {
    workspace.scales[token] = quantize_row(x + token * columns_, columns_, padded,
                                           workspace.tokens.data() + token * padded);
  }
  const auto finish_panel = finish == Finish::Store       ? finish_row<Finish::Store>
                            : finish == Finish::StoreRelu ? finish_row<Finish::StoreRelu>
                                                          : finish_row<Finish::Add>;
  // Calls of nearly equal size: four tokens are two and two, not three and one.
  const std::size_t calls = (tokens + kMostTokens - 1) / kMostTokens;
  for (std::size_t row = 0; row < rows_; row += kPanelRows) {
    const std::int8_t* panel = panels_.data() + row * padded;
    for (std::size_t call = 0; call < calls; ++call) {
      const std::size_t first = call * tokens / calls;
      const std::size_t count = (call + 1) * tokens / calls - first;
      std::int32_t sums[kMostTokens][kPanelRows];
      fetch(panel + kPanelRows * padded, kPanelRows * padded, call, calls);
      dot_(panel, workspace.tokens.data() + first * padded, count, padded, sums);
      for (std::size_t t = 0; t < count; ++t) {
        float* to = out + (first + t) * rows_ + row;
        const float scale = workspace.scales[first + t];
        if (row + kPanelRows <= rows_) {
          finish_panel(sums[t], &scales_[row], &bias_[row], scale, to);
          continue;
        }
        float last[kPanelRows] = {};
        std::copy_n(to, rows_ - row, last);
        finish_panel(sums[t], &scales_[row], &bias_[row], scale, last);
        std::copy_n(last, rows_ - row, to);
      }
    }
  }
}

}  // namespace noether::neural
