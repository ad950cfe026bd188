#include "noether/train/packed_batch.h"

#include <algorithm>

#include "noether/neural/expression_tokenizer.h"

namespace noether::train {

using neural::ExpressionTokenizer;

PackedBatch PackedBatch::to(torch::Device device) const {
  return {tokens.to(device, /*non_blocking=*/true), positions.to(device, /*non_blocking=*/true),
          order.to(device, /*non_blocking=*/true), starts.to(device, /*non_blocking=*/true),
          groups};
}

PackedBatch pack(std::span<const std::span<const std::uint16_t>> expressions, bool pinned) {
  // Sorted by counting: how many there are of each length, then where each length begins.
  std::size_t longest = 0;
  for (const auto& expression : expressions) longest = std::max(longest, expression.size());
  std::vector<std::int64_t> of_length(longest + 1);
  for (const auto& expression : expressions) ++of_length[expression.size()];

  PackedBatch batch;
  std::vector<std::int64_t> next_row(longest + 1);
  std::vector<std::int64_t> first_token(longest + 1);  // less that of its first row
  std::int64_t rows = 0;
  std::int64_t tokens = 0;
  for (std::size_t n = 0; n <= longest; ++n) {
    if (of_length[n] == 0) continue;
    const auto length = static_cast<std::int64_t>(n) + 2;
    batch.groups.push_back({length, of_length[n]});
    next_row[n] = rows;
    first_token[n] = tokens - rows * length;
    rows += of_length[n];
    tokens += of_length[n] * length;
  }

  const auto numbers = torch::TensorOptions(torch::kInt32).pinned_memory(pinned);
  batch.tokens = torch::empty({tokens}, numbers);
  batch.positions = torch::empty({tokens}, numbers);
  batch.order = torch::empty({rows}, numbers.dtype(torch::kInt64));
  batch.starts = torch::empty({rows + 1}, numbers);
  auto* start = batch.starts.data_ptr<std::int32_t>();
  std::int32_t end = 0;
  *start++ = end;
  for (const LengthGroup& group : batch.groups) {
    for (std::int64_t i = 0; i < group.count; ++i) {
      *start++ = end += static_cast<std::int32_t>(group.length);
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
  return batch;
}

}  // namespace noether::train
