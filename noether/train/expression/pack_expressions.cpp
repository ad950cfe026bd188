#include "noether/train/expression/pack_expressions.h"

#include <algorithm>
#include <limits>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {
namespace {

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

}  // namespace

PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned) {
  using embedding::ExpressionTokenizer;
  return pack_sequences(expressions, pinned,
                        SpecialTokens{ExpressionTokenizer::kBos, ExpressionTokenizer::kEos});
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

}  // namespace noether::train
