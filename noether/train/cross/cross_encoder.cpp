#include "noether/train/cross/cross_encoder.h"

#include <algorithm>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using neural::Activation;
using neural::LinearWeights;
using neural::ModelFamily;
using neural::TransformerConfig;
using neural::TransformerWeights;

// The initial deviation of BERT's layers.
constexpr double kHeadDeviation = 0.02;

const float* take_linear(const float* from, std::size_t rows, std::size_t columns,
                         LinearWeights& to) {
  to.weight = {};
  to.weight.rows = rows;
  to.weight.columns = columns;
  to.weight.values.assign(from, from + rows * columns);
  from += rows * columns;
  to.bias.assign(from, from + rows);
  return from + rows;
}

}  // namespace

CrossBatch CrossBatch::to(torch::Device device) const {
  return {packed.to(device), firsts.to(device, /*non_blocking=*/true)};
}

CrossBatch pack_pairs(std::span<const neural::PairSequence> sequences, bool pinned) {
  std::vector<std::span<const neural::TokenId>> tokens;
  std::vector<std::vector<std::uint8_t>> segments;
  for (const neural::PairSequence& sequence : sequences) {
    tokens.emplace_back(sequence.tokens);
    segments.push_back(sequence.segments);
  }
  CrossBatch batch;
  batch.packed = pack_sequences(tokens, pinned);
  place_segments(batch.packed, segments, pinned);
  batch.firsts = torch::empty_like(batch.packed.order);
  if (pinned) batch.firsts = batch.firsts.pin_memory();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  std::transform(order, order + batch.packed.sequences(), batch.firsts.data_ptr<std::int64_t>(),
                 [&](std::int64_t place) { return starts[place]; });
  return batch;
}

neural::PairSequence PairReader::read(std::uint64_t list, std::uint64_t entry) const {
  const auto beginning = [](std::span<const neural::TokenId> text, std::size_t most) {
    return text.first(std::min(text.size(), most));
  };
  const auto question = beginning(lists_->query(list), question_tokens_);
  return pair_sequence(lists_->pair, question,
                       beginning(lists_->entry(entry), room_ - question.size()));
}

TransformerConfig cross_transformer(const neural::ModelConfig& start) {
  TransformerConfig config = start.transformer;
  const Activation usual =
      start.family == ModelFamily::DistilBert ? Activation::Relu : Activation::Tanh;
  config.head = {};
  config.head.pooler = start.transformer.head.pooler.value_or(usual);
  config.head.classes = 1;
  return config;
}

std::vector<ParameterSpec> cross_parameters(const TransformerConfig& config) {
  std::vector<ParameterSpec> specs = text_parameters(config, config.head);
  for (ParameterSpec& spec : specs) {
    if (spec.name == "pooler.weight" || spec.name == "classes.weight") {
      spec.deviation = kHeadDeviation;
    }
  }
  return specs;
}

torch::Tensor cross_beginning(const neural::ModelFolder& start, bool new_score) {
  const TransformerConfig& config = start.config.transformer;
  neural::HeadsConfig kept;
  kept.pooler = config.head.pooler;
  if (config.head.classes == 1 && !new_score) kept.classes = 1;
  return flat_weights(config, start.weights, kept);
}

void set_cross_weights(const TransformerConfig& config, const torch::Tensor& flat,
                       TransformerWeights& weights) {
  const torch::Tensor on_host = flat.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  const std::int64_t of_encoder = count_of(text_parameters(config));
  set_weights(config, on_host.narrow(0, 0, of_encoder), weights);
  weights.head = {};
  const float* from = on_host.data_ptr<float>() + of_encoder;
  from = take_linear(from, config.width, config.width, weights.head.pooler);
  take_linear(from, 1, config.width, weights.head.classes);
}

torch::Tensor cross_scores(const TransformerConfig& config, const ParameterViews& weights,
                           const CrossBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  const auto type = hidden.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
  // The rows are few, so full precision costs little.
  const auto linear = [&](const torch::Tensor& x, const std::string& name) {
    return torch::linear(x, weights.at(name + ".weight").to(type),
                         weights.at(name + ".bias").to(type));
  };
  const torch::Tensor first = hidden.index_select(0, batch.firsts).to(type);
  torch::Tensor pooled = activated(*config.head.pooler, linear(first, "pooler"));
  if (dropout > 0) pooled = torch::dropout(pooled, dropout, /*train=*/true);
  return linear(pooled, "classes").squeeze(1);
}

}  // namespace noether::train
