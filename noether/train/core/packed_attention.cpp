#include "noether/train/core/packed_attention.h"

#include <torch/version.h>

#include <cmath>

namespace noether::train {
namespace {

constexpr double kNever = -1e9;

// All sequences in one kernel, where there is one; empty where there is none. The general one for
// boxes below would be planned anew for every size of box, and these change with every batch.
torch::Tensor attend_at_once(std::int64_t heads, const PackedBatch& batch, const torch::Tensor& in,
                             bool causal) {
#if TORCH_VERSION_MAJOR >= 2
  const std::int64_t width = in.size(1) / 3;
  const std::int64_t head = width / heads;
  if (in.is_cuda() && in.scalar_type() == torch::kBFloat16 && head % 8 == 0) {
    const std::vector<torch::Tensor> qkv = in.view({in.size(0), 3, heads, head}).unbind(1);
    const std::int64_t longest = batch.boxes.back().length;
    return std::get<0>(at::_flash_attention_forward(qkv[0], qkv[1], qkv[2], batch.starts,
                                                    batch.starts, longest, longest, /*dropout=*/0,
                                                    causal,
                                                    /*return_debug_mask=*/false))
        .reshape({in.size(0), width});
  }
#endif
  (void)heads, (void)batch, (void)in, (void)causal;
  return {};
}

}  // namespace

std::vector<Box> to_boxes(const PackedBatch& batch, const torch::Tensor& by_token) {
  const torch::Tensor by_slot = to_slots(batch, by_token);
  std::vector<Box> boxes;
  std::int64_t slot = 0;
  std::int64_t expression = 0;
  for (const auto& [length, count] : batch.boxes) {
    boxes.push_back({by_slot.narrow(0, slot, count * length).view({count, length, -1}),
                     torch::arange(length, batch.lengths.options()).unsqueeze(0),
                     batch.lengths.narrow(0, expression, count).unsqueeze(1)});
    slot += count * length;
    expression += count;
  }
  return boxes;
}

torch::Tensor attend(std::int64_t heads, const PackedBatch& batch, const torch::Tensor& in,
                     bool causal) {
  if (torch::Tensor done = attend_at_once(heads, batch, in, causal); done.defined()) return done;
  const std::int64_t width = in.size(1) / 3;
  std::vector<torch::Tensor> outputs;
  for (const Box& box : to_boxes(batch, in)) {
    const std::int64_t count = box.rows.size(0);
    const std::int64_t length = box.rows.size(1);
    // (3, sequences, heads, length, channels)
    const std::vector<torch::Tensor> qkv =
        box.rows.view({count, length, 3, heads, width / heads}).permute({2, 0, 3, 1, 4}).unbind(0);
    torch::Tensor is_hidden = (box.places >= box.lengths).view({count, 1, 1, length});
    if (causal) {
      const torch::Tensor places = box.places.view({length});
      is_hidden = is_hidden | (places.unsqueeze(0) > places.unsqueeze(1));
    }
    outputs.push_back(attention(qkv[0], qkv[1], qkv[2], is_hidden)
                          .transpose(1, 2)
                          .reshape({count * length, width}));
  }
  return from_slots(batch, torch::cat(outputs));
}

torch::Tensor attention(const torch::Tensor& query, const torch::Tensor& key,
                        const torch::Tensor& value, const torch::Tensor& is_hidden) {
  const double scale = 1 / std::sqrt(static_cast<double>(query.size(-1)));
  const torch::Tensor scores =
      torch::matmul(query * scale, key.transpose(-2, -1)).masked_fill(is_hidden, kNever);
  return torch::matmul(torch::softmax(scores, -1), value);
}

}  // namespace noether::train
