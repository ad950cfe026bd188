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

// Where a panel's part of the layer begins.
struct PanelRows {
  const float* scales;
  const float* sums;
  const float* bias;
};

// The sums of `count` tokens with one panel, as numbers of the layer; `stride` is from token to
// token.
template <Linear::Finish kFinish>
void finish_panel(const std::int32_t (*sums)[kPanelRows], const PanelRows& rows,
                  const RowQuantization* tokens, std::size_t count, float* out,
                  std::size_t stride) {
  for (std::size_t i = 0; i < kPanelRows; i += kLanes) {
    const Lanes scales = load(rows.scales + i);
    const Lanes row_sums = load(rows.sums + i);
    const Lanes bias = load(rows.bias + i);
    for (std::size_t t = 0; t < count; ++t) {
      IntLanes whole;
      std::memcpy(&whole, sums[t] + i, sizeof whole);
      float* to = out + t * stride + i;
      Lanes value = __builtin_convertvector(whole, Lanes) * (scales * tokens[t].scale) +
                    (row_sums * tokens[t].middle + bias);
      if constexpr (kFinish == Linear::Finish::StoreRelu) value = greater(value, Lanes{});
      if constexpr (kFinish == Linear::Finish::Add) value += load(to);
      store(value, to);
    }
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
  for (std::size_t row = 0; row < rows_; ++row) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < columns_; ++i) sum += weights.weight.quantized[row * columns_ + i];
    row_sums_.push_back(static_cast<float>(sum) * weights.weight.scales[row]);
  }
  panels_ = pack_panels(weights.weight.quantized, rows_, columns_);
  scales_ = std::move(weights.weight.scales);
  const std::size_t padded_rows = (rows_ + kPanelRows - 1) / kPanelRows * kPanelRows;
  scales_.resize(padded_rows, 0);
  row_sums_.resize(padded_rows, 0);
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
  workspace.rows.resize(tokens);
  for (std::size_t token = 0; token < tokens; ++token) {
    workspace.rows[token] = quantize_row(x + token * columns_, columns_, padded,
                                         workspace.tokens.data() + token * padded);
  }
  const auto finish_tokens = finish == Finish::Store       ? finish_panel<Finish::Store>
                             : finish == Finish::StoreRelu ? finish_panel<Finish::StoreRelu>
                                                           : finish_panel<Finish::Add>;
  // Calls of nearly equal size: four tokens are two and two, not three and one.
  const std::size_t calls = (tokens + kMostTokens - 1) / kMostTokens;
  for (std::size_t row = 0; row < rows_; row += kPanelRows) {
    const std::int8_t* panel = panels_.data() + row * padded;
    const PanelRows rows{&scales_[row], &row_sums_[row], &bias_[row]};
    for (std::size_t call = 0; call < calls; ++call) {
      const std::size_t first = call * tokens / calls;
      const std::size_t count = (call + 1) * tokens / calls - first;
      std::int32_t sums[kMostTokens][kPanelRows];
      fetch(panel + kPanelRows * padded, kPanelRows * padded, call, calls);
      dot_(panel, workspace.tokens.data() + first * padded, count, padded, sums);
      const RowQuantization* of_tokens = &workspace.rows[first];
      float* to = out + first * rows_ + row;
      if (row + kPanelRows <= rows_) {
        finish_tokens(sums, rows, of_tokens, count, to, rows_);
        continue;
      }
      // Of the last panel only some rows are there.
      float last[kMostTokens][kPanelRows] = {};
      for (std::size_t t = 0; t < count; ++t) std::copy_n(to + t * rows_, rows_ - row, last[t]);
      finish_tokens(sums, rows, of_tokens, count, last[0], kPanelRows);
      for (std::size_t t = 0; t < count; ++t) std::copy_n(last[t], rows_ - row, to + t * rows_);
    }
  }
}

}  // namespace noether::neural
