#include "noether/train/seq2seq/pair_batch.h"

#include <algorithm>
#include <vector>

#include "noether/neural/expression_tokenizer.h"

namespace noether::train {
namespace {

using neural::ExpressionTokenizer;
using Expressions = std::span<const std::span<const std::uint16_t>>;

void place_sources(Expressions sources, const torch::TensorOptions& memory, PairBatch& batch) {
  std::size_t longest = 0;
  for (const auto& source : sources) longest = std::max(longest, source.size() + 2);
  const auto rows = static_cast<std::int64_t>(sources.size());
  const auto width = static_cast<std::int64_t>(longest);
  batch.source_slots = torch::empty({batch.sources.tokens.size(0)}, memory.dtype(torch::kInt64));
  batch.source_present = torch::zeros({rows, width}, memory.dtype(torch::kBool));

  // Which expression stands in each row of the packed ones.
  std::vector<std::int64_t> expression(sources.size());
  const auto* const order = batch.sources.order.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < rows; ++i) expression[static_cast<std::size_t>(order[i])] = i;

  auto* slot = batch.source_slots.data_ptr<std::int64_t>();
  auto* const present = batch.source_present.data_ptr<bool>();
  std::size_t row = 0;
  for (const LengthGroup& group : batch.sources.groups) {
    for (std::int64_t i = 0; i < group.count; ++i) {
      const std::int64_t begin = expression[row++] * width;
      for (std::int64_t position = 0; position < group.length; ++position) {
        *slot++ = begin + position;
        present[begin + position] = true;
      }
    }
  }
}

void place_targets(Expressions targets, const torch::TensorOptions& memory, PairBatch& batch) {
  std::size_t longest = 0;
  std::size_t count = 0;
  for (const auto& target : targets) {
    longest = std::max(longest, target.size() + 1);
    count += target.size() + 1;
  }
  const auto tokens = static_cast<std::int64_t>(count);
  batch.longest_target = static_cast<std::int64_t>(longest);
  batch.target_tokens = torch::empty({tokens}, memory.dtype(torch::kInt32));
  batch.target_positions = torch::empty({tokens}, memory.dtype(torch::kInt32));
  batch.target_next = torch::empty({tokens}, memory.dtype(torch::kInt64));
  batch.target_slots = torch::empty({tokens}, memory.dtype(torch::kInt64));
  auto* token = batch.target_tokens.data_ptr<std::int32_t>();
  auto* position = batch.target_positions.data_ptr<std::int32_t>();
  auto* next = batch.target_next.data_ptr<std::int64_t>();
  auto* slot = batch.target_slots.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    *token++ = ExpressionTokenizer::kBos;
    token = std::ranges::copy(targets[i], token).out;
    next = std::ranges::copy(targets[i], next).out;
    *next++ = ExpressionTokenizer::kEos;
    for (std::size_t p = 0; p <= targets[i].size(); ++p) {
      *position++ = static_cast<std::int32_t>(p);
      *slot++ = static_cast<std::int64_t>(i * longest + p);
    }
  }
}

}  // namespace

PairBatch PairBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& x) { return x.to(device, /*non_blocking=*/true); };
  return {sources.to(device),      moved(source_slots), moved(source_present), moved(target_tokens),
          moved(target_positions), moved(target_next),  moved(target_slots),   longest_target};
}

PairBatch pack_pairs(Expressions sources, Expressions targets, bool pinned) {
  PairBatch batch;
  batch.sources = pack(sources, pinned);
  const auto memory = torch::TensorOptions().pinned_memory(pinned);
  place_sources(sources, memory, batch);
  place_targets(targets, memory, batch);
  return batch;
}

}  // namespace noether::train
