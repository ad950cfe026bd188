#include "noether/train/core/packed_batch.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/version.h>

#include <algorithm>
#include <cmath>

namespace noether::train {
namespace {

constexpr std::int64_t kBoxStep = 16;

// Counting sort: the number of sequences of each length, without special tokens.
std::vector<std::int64_t> count_lengths(
    std::span<const std::span<const neural::TokenId>> sequences) {
  std::size_t longest = 0;
  for (const auto& sequence : sequences) longest = std::max(longest, sequence.size());
  std::vector<std::int64_t> of_length(longest + 1);
  for (const auto& sequence : sequences) ++of_length[sequence.size()];
  return of_length;
}

std::vector<LengthBox> boxes_of(const std::vector<std::int64_t>& of_length, std::int64_t special) {
  std::vector<LengthBox> boxes;
  for (std::size_t n = 0; n < of_length.size(); ++n) {
    if (of_length[n] == 0) continue;
    const auto length = static_cast<std::int64_t>(n) + special;
    const std::int64_t slots = (length + kBoxStep - 1) / kBoxStep * kBoxStep;
    if (boxes.empty() || boxes.back().length != slots) boxes.push_back({slots, 0});
    boxes.back().count += of_length[n];
  }
  return boxes;
}

// Fills the rest from `starts`, which are already set.
void place_slots(PackedBatch& batch, const torch::TensorOptions& memory) {
  std::int64_t slots = 0;
  for (const LengthBox& box : batch.boxes) slots += box.length * box.count;
  batch.slots = torch::empty_like(batch.tokens, memory.dtype(torch::kInt64));
  batch.slot_rows = torch::empty({slots}, memory.dtype(torch::kInt64));
  batch.lengths = torch::empty({batch.starts.size(0) - 1}, memory.dtype(torch::kInt32));
  const auto* start = batch.starts.data_ptr<std::int32_t>();
  auto* slot = batch.slots.data_ptr<std::int64_t>();
  auto* row = batch.slot_rows.data_ptr<std::int64_t>();
  auto* length = batch.lengths.data_ptr<std::int32_t>();
  std::int64_t first = 0;  // first slot of the sequence
  for (const LengthBox& box : batch.boxes) {
    for (std::int64_t i = 0; i < box.count; ++i, ++start, first += box.length) {
      *length = start[1] - start[0];
      for (std::int64_t p = 0; p < *length; ++p) *slot++ = first + p;
      for (std::int64_t p = 0; p < box.length; ++p) {
        *row++ = start[0] + std::min<std::int64_t>(p, *length - 1);
      }
      ++length;
    }
  }
}

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Each token has one slot, so both directions copy rows; torch's own gradient would sum them.
struct ToSlots : torch::autograd::Function<ToSlots> {
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& by_token,
                               const torch::Tensor& slot_rows, const torch::Tensor& slots) {
    context->save_for_backward({slots});
    return by_token.index_select(0, slot_rows);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const torch::Tensor slots = context->get_saved_variables()[0];
    return {gradients[0].index_select(0, slots), {}, {}};
  }
};

struct FromSlots : torch::autograd::Function<FromSlots> {
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& by_slot,
                               const torch::Tensor& slots) {
    context->save_for_backward({slots});
    context->saved_data["slots"] = by_slot.size(0);
    return by_slot.index_select(0, slots);
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const torch::Tensor slots = context->get_saved_variables()[0];
    const torch::Tensor& by_token = gradients[0];
    std::vector<std::int64_t> shape = by_token.sizes().vec();
    shape[0] = context->saved_data["slots"].toInt();
    return {torch::zeros(shape, by_token.options()).index_copy_(0, slots, by_token), {}};
  }
};

}  // namespace

PackedBatch PackedBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {moved(tokens),
          moved(positions),
          moved(order),
          moved(starts),
          boxes,
          moved(slots),
          moved(slot_rows),
          moved(lengths),
          values.defined() ? moved(values) : values,
          segments.defined() ? moved(segments) : segments};
}

PackedBatch pack_sequences(std::span<const std::span<const neural::TokenId>> sequences, bool pinned,
                           std::optional<SpecialTokens> around) {
  const std::int64_t special = around ? 2 : 0;
  const std::vector<std::int64_t> of_length = count_lengths(sequences);
  PackedBatch batch;
  batch.boxes = boxes_of(of_length, special);
  std::vector<std::int64_t> next_row(of_length.size());
  std::vector<std::int64_t> first_token(of_length.size());  // minus that of its first row
  std::int64_t rows = 0;
  std::int64_t tokens = 0;
  for (std::size_t n = 0; n < of_length.size(); ++n) {
    const auto length = static_cast<std::int64_t>(n) + special;
    next_row[n] = rows;
    first_token[n] = tokens - rows * length;
    rows += of_length[n];
    tokens += of_length[n] * length;
  }

  const auto memory = torch::TensorOptions(torch::kInt32).pinned_memory(pinned);
  batch.tokens = torch::empty({tokens}, memory);
  batch.positions = torch::empty({tokens}, memory);
  batch.order = torch::empty({rows}, memory.dtype(torch::kInt64));
  batch.starts = torch::empty({rows + 1}, memory);
  auto* start = batch.starts.data_ptr<std::int32_t>();
  std::int32_t end = 0;
  *start++ = end;
  for (std::size_t n = 0; n < of_length.size(); ++n) {
    for (std::int64_t i = 0; i < of_length[n]; ++i) {
      *start++ = end += static_cast<std::int32_t>(n + static_cast<std::size_t>(special));
    }
  }
  auto* const token_data = batch.tokens.data_ptr<std::int32_t>();
  auto* const position_data = batch.positions.data_ptr<std::int32_t>();
  auto* const order_data = batch.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const auto& sequence = sequences[i];
    const std::size_t n = sequence.size();
    const auto length = static_cast<std::int64_t>(n) + special;
    const std::int64_t row = next_row[n]++;
    order_data[i] = row;
    std::int32_t* to = token_data + first_token[n] + row * length;
    std::int32_t* position = position_data + first_token[n] + row * length;
    if (around) *to++ = static_cast<std::int32_t>(around->first);
    to = std::copy(sequence.begin(), sequence.end(), to);
    if (around) *to = static_cast<std::int32_t>(around->last);
    for (std::int32_t p = 0; p < length; ++p) *position++ = p;
  }
  place_slots(batch, memory);
  return batch;
}

void place_segments(PackedBatch& batch, std::span<const std::vector<std::uint8_t>> segments,
                    bool pinned) {
  batch.segments =
      torch::empty_like(batch.tokens, torch::TensorOptions(torch::kInt32).pinned_memory(pinned));
  const auto* const starts = batch.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.order.data_ptr<std::int64_t>();
  auto* const to = batch.segments.data_ptr<std::int32_t>();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    std::ranges::copy(segments[i], to + starts[order[i]]);
  }
}

torch::Tensor to_slots(const PackedBatch& batch, const torch::Tensor& by_token) {
  return ToSlots::apply(by_token, batch.slot_rows, batch.slots);
}

torch::Tensor from_slots(const PackedBatch& batch, const torch::Tensor& by_slot) {
  return FromSlots::apply(by_slot, batch.slots);
}

namespace {

constexpr double kNever = -1e9;

// Attends within all sequences by one kernel; returns an undefined tensor if LibTorch has no such
// kernel. The general kernel for boxes below would be planned again for every box size, and sizes
// change with every batch.
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
