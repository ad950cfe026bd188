#include "noether/train/seq2seq/decoder.h"

#include <fmt/format.h>
#include <torch/version.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using Expressions = std::span<const std::span<const neural::TokenId>>;

torch::Tensor moved(const torch::Tensor& tensor, torch::Device device) {
  return tensor.to(device, /*non_blocking=*/true);
}

// Each expression has `special` additional tokens.
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

// `places` has the index in `batch.sources` of each source.
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

namespace {

using torch::Tensor;

constexpr double kDecoderEpsilon = 1e-5;
constexpr double kMasked = -std::numeric_limits<double>::infinity();

Tensor linear(const Tensor& x, const Affine& layer) {
  return torch::linear(x, layer.weight, layer.bias);
}

Tensor norm(const Tensor& x, const Affine& layer) {
  return torch::layer_norm(x, {x.size(-1)}, layer.weight, layer.bias, kDecoderEpsilon);
}

// Returns the heads concatenated: (rows, length, width). Positions in the boolean mask `is_hidden`
// contribute nothing; if it is undefined, no position is hidden.
Tensor attend(const Tensor& query, const KeysValues& memory, const Tensor& is_hidden) {
  const double scale = 1 / std::sqrt(static_cast<double>(query.size(-1)));
  Tensor scores = torch::matmul(query * scale, memory.keys.transpose(-2, -1));
  if (is_hidden.defined()) scores = scores.masked_fill(is_hidden, kMasked);
  return torch::matmul(torch::softmax(scores, -1), memory.values).transpose(1, 2).flatten(2);
}

// Whether LibTorch has a kernel for all pairs at once, without boxes and masks, for this device and
// type.
bool attends_at_once([[maybe_unused]] const Tensor& x) {
#if TORCH_VERSION_MAJOR >= 2
  return x.is_cuda() && x.scalar_type() == torch::kBFloat16;
#else
  return false;
#endif
}

// Attention with that kernel. `query` has a row for each token of its side; `both` has keys and
// values for each token of the other side.
Tensor attend_at_once(const Tensor& query, const PairSide& query_side, const Tensor& both,
                      const PairSide& side, std::int64_t heads, bool causal) {
#if TORCH_VERSION_MAJOR >= 2
  const std::int64_t channels = query.size(1) / heads;
  const std::vector<Tensor> memory = both.view({both.size(0), 2, heads, channels}).unbind(1);
  return std::get<0>(at::_flash_attention_forward(
                         query.view({query.size(0), heads, channels}), memory[0], memory[1],
                         query_side.starts, side.starts, query_side.longest, side.longest,
                         /*dropout=*/0, causal, /*return_debug_mask=*/false))
      .reshape({query.size(0), query.size(1)});
#else
  (void)query, (void)query_side, (void)both, (void)side, (void)heads, (void)causal;
  std::unreachable();
#endif
}

// A box of (pairs, longest, width), with zeros in empty slots.
Tensor to_box(const Tensor& packed, const PairSide& side) {
  return torch::zeros({side.pairs * side.longest, packed.size(1)}, packed.options())
      .index_copy(0, side.slots, packed)
      .view({side.pairs, side.longest, packed.size(1)});
}

Tensor from_box(const Tensor& box, const PairSide& side) {
  return box.flatten(0, 1).index_select(0, side.slots);
}

}  // namespace

std::vector<ParameterSpec> decoder_parameters(const Seq2seqShape& shape) {
  const std::int64_t width = shape.encoder.width;
  std::vector<ParameterSpec> specs;
  const auto norm_of = [&](const std::string& name) {
    specs.push_back({name + ".weight", {width}, 1, 0});
    specs.push_back({name + ".bias", {width}, 0, 0});
  };
  const auto affine = [&](const std::string& name, std::int64_t out, double scale = 1,
                          std::int64_t in = 0) {
    if (in == 0) in = width;
    const double deviation = scale * std::sqrt(2.0 / static_cast<double>(in + out));
    specs.push_back({name + ".weight", {out, in}, 0, deviation});
    specs.push_back({name + ".bias", {out}, 0, 0});
  };
  // Each layer adds three branches. With this scale, the initial sum of all branches is as large as
  // one.
  const double branch = 1 / std::sqrt(3.0 * static_cast<double>(shape.decoder_layers));
  specs.push_back({"decoder.position_embedding",
                   {shape.encoder.positions, width},
                   0,
                   1 / std::sqrt(static_cast<double>(width))});
  for (std::int64_t i = 0; i < shape.decoder_layers; ++i) {
    const std::string layer = fmt::format("decoder.layers.{}.", i);
    norm_of(layer + "norm1");
    affine(layer + "self_attention.in", 3 * width);
    affine(layer + "self_attention.out", width, branch);
    norm_of(layer + "norm2");
    affine(layer + "cross_attention.query", width);
    affine(layer + "cross_attention.memory", 2 * width);
    affine(layer + "cross_attention.out", width, branch);
    norm_of(layer + "norm3");
    affine(layer + "feed_forward.in", shape.encoder.feed_forward);
    affine(layer + "feed_forward.out", width, branch, shape.encoder.feed_forward);
  }
  norm_of("decoder.final_norm");
  affine("decoder.output", shape.encoder.vocabulary);
  return specs;
}

Decoder::Decoder(const Seq2seqShape& shape, const ParameterViews& weights)
    : width_(shape.encoder.width), heads_(shape.encoder.heads) {
  const auto at = [&](const std::string& name) {
    return Affine{weights.at("decoder." + name + ".weight"),
                  weights.at("decoder." + name + ".bias")};
  };
  token_embedding_ = weights.at("token_embedding");
  position_embedding_ = weights.at("decoder.position_embedding");
  for (std::int64_t i = 0; i < shape.decoder_layers; ++i) {
    const std::string layer = fmt::format("layers.{}.", i);
    layers_.push_back({.norm1 = at(layer + "norm1"),
                       .self_in = at(layer + "self_attention.in"),
                       .self_out = at(layer + "self_attention.out"),
                       .norm2 = at(layer + "norm2"),
                       .cross_query = at(layer + "cross_attention.query"),
                       .cross_memory = at(layer + "cross_attention.memory"),
                       .cross_out = at(layer + "cross_attention.out"),
                       .norm3 = at(layer + "norm3"),
                       .feed_forward_in = at(layer + "feed_forward.in"),
                       .feed_forward_out = at(layer + "feed_forward.out")});
  }
  final_norm_ = at("final_norm");
  output_ = at("output");
}

Tensor Decoder::split_heads(const Tensor& x) const {
  return x.view({x.size(0), x.size(1), heads_, width_ / heads_}).transpose(1, 2);
}

KeysValues Decoder::keys_values(const Tensor& both) const {
  return {split_heads(both.narrow(-1, 0, width_)), split_heads(both.narrow(-1, width_, width_))};
}

Tensor Decoder::feed_forward(const Tensor& h, const DecoderLayer& layer) const {
  Tensor inner = linear(norm(h, layer.norm3), layer.feed_forward_in);
  inner.relu_();
  return linear(inner, layer.feed_forward_out);
}

Tensor Decoder::logits(const Tensor& h) const { return linear(norm(h, final_norm_), output_); }

Tensor Decoder::attend_packed(const Tensor& query, const PairSide& query_side, const Tensor& both,
                              const PairSide& side, const Tensor& is_hidden, bool causal) const {
  if (attends_at_once(query)) {
    return attend_at_once(query, query_side, both, side, heads_, causal);
  }
  return from_box(
      attend(split_heads(to_box(query, query_side)), keys_values(to_box(both, side)), is_hidden),
      query_side);
}

Tensor Decoder::forward(const PairBatch& batch, const Tensor& hidden, double dropout) const {
  const auto branch = [&](const Tensor& x) {
    return dropout > 0 ? torch::dropout(x, dropout, /*train=*/true) : x;
  };
  const PairSide& source = batch.source;
  const PairSide& target = batch.target;
  Tensor is_later, is_absent;
  if (!attends_at_once(hidden)) {
    const Tensor places = torch::arange(target.longest, batch.target.slots.options());
    is_later = places.unsqueeze(0) > places.unsqueeze(1);
    is_absent = batch.source_present.logical_not().view({source.pairs, 1, 1, source.longest});
  }
  const Tensor memory = hidden.index_select(0, batch.source_rows);
  Tensor h = torch::embedding(token_embedding_, batch.target_tokens) +
             torch::embedding(position_embedding_, batch.target_positions);
  for (const DecoderLayer& layer : layers_) {
    const Tensor in = linear(norm(h, layer.norm1), layer.self_in);
    const Tensor written = attend_packed(in.narrow(-1, 0, width_), target,
                                         in.narrow(-1, width_, 2 * width_), target, is_later, true);
    h = h + branch(linear(written, layer.self_out));
    const Tensor asked = linear(norm(h, layer.norm2), layer.cross_query);
    const Tensor answer =
        attend_packed(asked, target, linear(memory, layer.cross_memory), source, is_absent, false);
    h = h + branch(linear(answer, layer.cross_out));
    h = h + branch(feed_forward(h, layer));
  }
  return logits(h);
}

std::vector<KeysValues> Decoder::read_source(const Tensor& hidden) const {
  std::vector<KeysValues> read;
  for (const DecoderLayer& layer : layers_) {
    read.push_back(keys_values(linear(hidden.unsqueeze(0), layer.cross_memory)));
  }
  return read;
}

Tensor Decoder::step(const Tensor& tokens, std::int64_t position,
                     const std::vector<KeysValues>& source,
                     std::vector<KeysValues>& written) const {
  Tensor h = torch::embedding(token_embedding_, tokens.unsqueeze(1)) +
             position_embedding_.narrow(0, position, 1);
  written.resize(layers_.size());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const DecoderLayer& layer = layers_[i];
    const Tensor in = linear(norm(h, layer.norm1), layer.self_in);
    const KeysValues here = keys_values(in.narrow(-1, width_, 2 * width_));
    KeysValues& all = written[i];
    all = all.keys.defined() ? KeysValues{torch::cat({all.keys, here.keys}, 2),
                                          torch::cat({all.values, here.values}, 2)}
                             : here;
    h = h + linear(attend(split_heads(in.narrow(-1, 0, width_)), all, {}), layer.self_out);
    const Tensor asked = split_heads(linear(norm(h, layer.norm2), layer.cross_query));
    h = h + linear(attend(asked, source[i], {}), layer.cross_out);
    h = h + feed_forward(h, layer);
  }
  return logits(h).squeeze(1);
}

}  // namespace noether::train
