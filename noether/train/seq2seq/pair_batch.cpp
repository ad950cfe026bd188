#include "noether/train/seq2seq/pair_batch.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using Expressions = std::span<const std::span<const neural::TokenId>>;

torch::Tensor moved(const torch::Tensor& tensor, torch::Device device) {
  return tensor.to(device, /*non_blocking=*/true);
}

// Each expression has `special` tokens more.
PairSide side_of(Expressions expressions, std::size_t special, const torch::TensorOptions& memory) {
  PairSide side;
  side.pairs = static_cast<std::int64_t>(expressions.size());
  side.starts = torch::empty({side.pairs + 1}, memory.dtype(torch::kInt32));
  auto* start = side.starts.data_ptr<std::int32_t>();
  std::size_t longest = 0;
  std::size_t count = 0;
  *start++ = 0;
  for (const auto& expression : expressions) {
    longest = std::max(longest, expression.size() + special);
    count += expression.size() + special;
    *start++ = static_cast<std::int32_t>(count);
  }
  side.longest = static_cast<std::int64_t>(longest);
  side.slots = torch::empty({static_cast<std::int64_t>(count)}, memory.dtype(torch::kInt64));
  auto* slot = side.slots.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    for (std::size_t p = 0; p < expressions[i].size() + special; ++p) {
      *slot++ = static_cast<std::int64_t>(i * longest + p);
    }
  }
  return side;
}

// `places` says which expression of `batch.sources` each source is.
void place_sources(Expressions sources, std::span<const std::size_t> places,
                   const torch::TensorOptions& memory, PairBatch& batch) {
  batch.source = side_of(sources, 2, memory);
  const std::int64_t pairs = batch.source.pairs;
  const std::int64_t longest = batch.source.longest;
  batch.source_present = torch::zeros({pairs, longest}, memory.dtype(torch::kBool));
  batch.source_rows = torch::empty_like(batch.source.slots, memory.dtype(torch::kInt64));

  const auto* const begins = batch.sources.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.sources.order.data_ptr<std::int64_t>();
  auto* const present = batch.source_present.data_ptr<bool>();
  auto* row = batch.source_rows.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < pairs; ++i) {
    const auto pair = static_cast<std::size_t>(i);
    const std::int64_t begin = begins[order[places[pair]]];
    const auto length = static_cast<std::int64_t>(sources[pair].size()) + 2;
    for (std::int64_t p = 0; p < length; ++p) *row++ = begin + p;
    std::fill_n(present + i * longest, length, true);
  }
}

void place_targets(Expressions targets, const torch::TensorOptions& memory, PairBatch& batch) {
  batch.target = side_of(targets, 1, memory);
  batch.target_next = torch::empty_like(batch.target.slots, memory.dtype(torch::kInt64));
  batch.target_tokens = torch::empty_like(batch.target.slots, memory.dtype(torch::kInt32));
  batch.target_positions = torch::empty_like(batch.target.slots, memory.dtype(torch::kInt32));
  auto* token = batch.target_tokens.data_ptr<std::int32_t>();
  auto* position = batch.target_positions.data_ptr<std::int32_t>();
  auto* next = batch.target_next.data_ptr<std::int64_t>();
  for (const auto& target : targets) {
    *token++ = ExpressionTokenizer::kBos;
    token = std::ranges::copy(target, token).out;
    next = std::ranges::copy(target, next).out;
    *next++ = ExpressionTokenizer::kEos;
    for (std::size_t p = 0; p <= target.size(); ++p) *position++ = static_cast<std::int32_t>(p);
  }
}

PairBatch pack_sides(Expressions expressions, std::span<const std::size_t> places,
                     Expressions sources, Expressions targets, bool pinned) {
  PairBatch batch;
  batch.sources = pack(expressions, pinned);
  const auto memory = torch::TensorOptions().pinned_memory(pinned);
  place_sources(sources, places, memory, batch);
  place_targets(targets, memory, batch);
  return batch;
}

}  // namespace

PairSide PairSide::to(torch::Device device) const {
  return {moved(starts, device), moved(slots, device), pairs, longest};
}

PairBatch PairBatch::to(torch::Device device) const {
  PairBatch batch;
  batch.sources = sources.to(device);
  batch.source_rows = moved(source_rows, device);
  batch.source_present = moved(source_present, device);
  batch.source = source.to(device);
  batch.target_tokens = moved(target_tokens, device);
  batch.target_positions = moved(target_positions, device);
  batch.target_next = moved(target_next, device);
  batch.target = target.to(device);
  return batch;
}

PairBatch pack_pairs(Expressions sources, Expressions targets, bool pinned) {
  std::vector<std::size_t> places(sources.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return pack_sides(sources, places, sources, targets, pinned);
}

PairBatch pack_pairs(Expressions expressions, std::span<const PairPlaces> pairs, bool pinned) {
  std::vector<std::size_t> places;
  std::vector<std::span<const neural::TokenId>> sources;
  std::vector<std::span<const neural::TokenId>> targets;
  for (const PairPlaces& pair : pairs) {
    places.push_back(pair.source);
    sources.push_back(expressions[pair.source]);
    targets.push_back(expressions[pair.target]);
  }
  return pack_sides(expressions, places, sources, targets, pinned);
}

}  // namespace noether::train
