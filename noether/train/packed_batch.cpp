#include "noether/train/packed_batch.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <limits>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;

constexpr std::int64_t kBoxStep = 16;

// Sorted by counting: how many expressions there are of each length without special tokens.
std::vector<std::int64_t> count_lengths(
    std::span<const std::span<const neural::TokenId>> expressions) {
  std::size_t longest = 0;
  for (const auto& expression : expressions) longest = std::max(longest, expression.size());
  std::vector<std::int64_t> of_length(longest + 1);
  for (const auto& expression : expressions) ++of_length[expression.size()];
  return of_length;
}

std::vector<LengthBox> boxes_of(const std::vector<std::int64_t>& of_length) {
  std::vector<LengthBox> boxes;
  for (std::size_t n = 0; n < of_length.size(); ++n) {
    if (of_length[n] == 0) continue;
    const auto length = static_cast<std::int64_t>(n) + 2;
    const std::int64_t slots = (length + kBoxStep - 1) / kBoxStep * kBoxStep;
    if (boxes.empty() || boxes.back().length != slots) boxes.push_back({slots, 0});
    boxes.back().count += of_length[n];
  }
  return boxes;
}

// By `starts`, which stand already.
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
  std::int64_t first = 0;  // slot of the expression
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

// Special tokens have none.
torch::Tensor place_numbers(const PackedBatch& batch,
                            std::span<const embedding::ValueReading> readings,
                            const torch::TensorOptions& memory) {
  constexpr auto kNumbers = std::int64_t{embedding::kPartNumbers};
  torch::Tensor numbers =
      torch::empty({batch.tokens.size(0), kNumbers}, memory.dtype(torch::kFloat32));
  auto* const all = numbers.data_ptr<float>();
  const auto* const starts = batch.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.order.data_ptr<std::int64_t>();
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    float* const bos = all + starts[order[i]] * kNumbers;
    float* const first = std::fill_n(bos, kNumbers, kNone);
    float* const eos = std::ranges::copy(readings[i].numbers, first).out;
    std::fill_n(eos, kNumbers, kNone);
  }
  return numbers;
}

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Each token has one slot, so both ways are a copy of rows, and no sums as torch would take them.
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
          values.defined() ? moved(values) : values};
}

PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned,
                 const embedding::PartValues& values, const embedding::PartValues::Opens& opens) {
  thread_local std::vector<embedding::ValueReading> readings;
  readings.resize(expressions.size());
  std::vector<std::span<const neural::TokenId>> read;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    values.read(expressions[i], readings[i], opens);
    read.emplace_back(readings[i].tokens);
  }
  PackedBatch batch = pack(read, pinned);
  batch.values =
      place_numbers(batch, readings, torch::TensorOptions(torch::kInt32).pinned_memory(pinned));
  return batch;
}

PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned) {
  const std::vector<std::int64_t> of_length = count_lengths(expressions);
  PackedBatch batch;
  batch.boxes = boxes_of(of_length);
  std::vector<std::int64_t> next_row(of_length.size());
  std::vector<std::int64_t> first_token(of_length.size());  // less that of its first row
  std::int64_t rows = 0;
  std::int64_t tokens = 0;
  for (std::size_t n = 0; n < of_length.size(); ++n) {
    const auto length = static_cast<std::int64_t>(n) + 2;
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
      *start++ = end += static_cast<std::int32_t>(n) + 2;
    }
  }
  auto* const token_data = batch.tokens.data_ptr<std::int32_t>();
  auto* const position_data = batch.positions.data_ptr<std::int32_t>();
  auto* const order_data = batch.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const auto& expression = expressions[i];
    const std::size_t n = expression.size();
    const auto length = static_cast<std::int64_t>(n) + 2;
    const std::int64_t row = next_row[n]++;
    order_data[i] = row;
    std::int32_t* to = token_data + first_token[n] + row * length;
    std::int32_t* position = position_data + first_token[n] + row * length;
    *to++ = ExpressionTokenizer::kBos;
    to = std::copy(expression.begin(), expression.end(), to);
    *to = ExpressionTokenizer::kEos;
    for (std::int32_t p = 0; p < length; ++p) *position++ = p;
  }
  place_slots(batch, memory);
  return batch;
}

torch::Tensor to_slots(const PackedBatch& batch, const torch::Tensor& by_token) {
  return ToSlots::apply(by_token, batch.slot_rows, batch.slots);
}

torch::Tensor from_slots(const PackedBatch& batch, const torch::Tensor& by_slot) {
  return FromSlots::apply(by_slot, batch.slots);
}

}  // namespace noether::train
