#include "noether/neural/transformer/transformer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace noether::neural {
namespace {

// Heads see few tokens, so the higher precision costs little.
Linear head_layer(LinearWeights weights) {
  return Linear(std::move(weights), Linear::TokenBits::Sixteen);
}

}  // namespace

TransformerHeads::Decoder TransformerHeads::decoder_of(const Matrix* tied, Matrix own,
                                                       std::vector<float> bias, std::size_t rows) {
  Decoder decoder;
  bias.resize(rows, 0);
  if (tied == nullptr) {
    decoder.own = head_layer({std::move(own), std::move(bias)});
  } else if (tied->is_int8()) {
    decoder.own = head_layer({*tied, std::move(bias)});  // in the order that kernels need
  } else {
    decoder.tied = tied;
    decoder.bias = std::move(bias);
  }
  return decoder;
}

TransformerHeads::TransformerHeads(const TransformerConfig& config, HeadWeights weights,
                                   const Matrix* token_embedding)
    : config_(config.head),
      vocabulary_(config.vocabulary),
      embedding_width_(config.embedding_width) {
  if (config_.words) {
    words_transform_ = head_layer(std::move(weights.words_transform));
    words_norm_ = {config.norm, config.norm_epsilon, std::move(weights.words_norm)};
    words_ =
        decoder_of(config_.words_tied ? token_embedding : nullptr, std::move(weights.words_decoder),
                   std::move(weights.words_bias), vocabulary_);
  }
  if (config_.pooler) pooler_ = head_layer(std::move(weights.pooler));
  if (config_.order) order_ = head_layer(std::move(weights.order));
  if (config_.classes > 0) classes_ = head_layer(std::move(weights.classes));
  if (config_.next) {
    next_ = decoder_of(config_.next_tied ? token_embedding : nullptr,
                       std::move(weights.next_decoder), {}, vocabulary_);
  }
}

std::vector<float> TransformerHeads::apply(const Linear& linear,
                                           std::span<const float> rows) const {
  const std::size_t count = rows.size() / linear.inputs();
  std::vector<float> out(count * linear.outputs());
  Linear::Workspace workspace;
  linear.apply(rows.data(), count, Linear::Finish::Store, out.data(), workspace);
  return out;
}

std::vector<float> TransformerHeads::decode(const Decoder& decoder,
                                            std::span<const float> rows) const {
  if (decoder.own) return apply(*decoder.own, rows);
  const std::size_t count = rows.size() / decoder.tied->columns;
  std::vector<float> out(count * decoder.tied->rows);
  multiply_float_rows(rows.data(), count, *decoder.tied, decoder.bias, out.data());
  return out;
}

std::vector<float> TransformerHeads::words(std::span<const float> rows) const {
  std::vector<float> narrow = apply(*words_transform_, rows);
  activate_row(config_.words_activation, narrow.data(), narrow.size());
  words_norm_.apply(narrow.data(), narrow.size() / embedding_width_, narrow.data());
  return decode(words_, narrow);
}

std::vector<float> TransformerHeads::next(std::span<const float> rows) const {
  return decode(next_, rows);
}

std::vector<float> TransformerHeads::pooled(std::span<const float> first) const {
  std::vector<float> out = apply(*pooler_, first);
  activate_row(*config_.pooler, out.data(), out.size());
  return out;
}

std::vector<float> TransformerHeads::order(std::span<const float> pooled) const {
  return apply(*order_, pooled);
}

std::vector<float> TransformerHeads::classes(std::span<const float> pooled) const {
  return apply(*classes_, pooled);
}

namespace {

void add_to(const float* from, std::size_t size, float* to) {
  for (std::size_t i = 0; i < size; ++i) to[i] += from[i];
}

void copy_embedding(const Matrix& table, std::size_t row, float* to) {
  if (!table.is_int8()) {
    std::copy_n(table.values.data() + row * table.columns, table.columns, to);
    return;
  }
  const std::int8_t* from = table.quantized.data() + row * table.columns;
  for (std::size_t i = 0; i < table.columns; ++i) {
    to[i] = static_cast<float>(from[i]) * table.scales[row];
  }
}

}  // namespace

Transformer::Transformer(const TransformerConfig& config, TransformerWeights weights,
                         TokenRounding rounding)
    : config_(config),
      int8_attention_(rounding.int8_attention && weights.is_int8() && !config.causal),
      token_embedding_(std::make_unique<const Matrix>(std::move(weights.token_embedding))),
      position_embedding_(std::move(weights.position_embedding)),
      segment_embedding_(std::move(weights.segment_embedding)),
      heads_(config, std::move(weights.head), token_embedding_.get()) {
  const auto norm = [&](NormWeights& of) {
    return Norm{config.norm, config.norm_epsilon, std::move(of)};
  };
  const auto linear = [&](LinearWeights& of) { return Linear(std::move(of), rounding.inputs); };
  if (config.embedding_norm) embedding_norm_ = norm(weights.embedding_norm);
  if (config.embedding_width != config.width) {
    embedding_projection_ = linear(weights.embedding_projection);
  }
  if (config.features > 0) values_ = linear(weights.values);
  for (LayerWeights& layer : weights.layers) {
    layers_.push_back({norm(layer.norm1), linear(layer.attention_in), linear(layer.attention_out),
                       norm(layer.norm2), linear(layer.feed_forward_in),
                       Linear(std::move(layer.feed_forward_out), rounding.behind_activation)});
  }
  if (config.final_norm) final_norm_ = norm(weights.final_norm);
  if (config.positions == Positions::Rotary) {
    rotary_ = Rotary(config.head_size, config.max_positions, config.rotary_base);
  }
}

std::optional<std::string> Transformer::problem_with(const TokenBatch& batch) const {
  std::size_t tokens = 0;
  for (const std::size_t length : batch.lengths) {
    if (length == 0) return "a sequence is empty";
    if (length > config_.max_positions) {
      return fmt::format("a sequence has {} tokens, and the model reads at most {}", length,
                         config_.max_positions);
    }
    tokens += length;
  }
  if (tokens != batch.tokens.size()) return "the lengths of sequences are not those of the batch";
  if (!batch.segments.empty() && batch.segments.size() != tokens) return "segments are missing";
  if (batch.features.size() != tokens * config_.features) return "features are missing";
  for (const TokenId token : batch.tokens) {
    if (token >= config_.vocabulary) {
      return fmt::format("token {} is not in the vocabulary of {}", token, config_.vocabulary);
    }
  }
  for (const std::uint8_t segment : batch.segments) {
    if (segment >= std::max(config_.segments, 1U)) {
      return fmt::format("the model has no segment {}", segment);
    }
  }
  return std::nullopt;
}

void Transformer::add_embeddings(const TokenBatch& batch, std::span<const std::size_t> positions,
                                 float* to) const {
  const std::size_t width = config_.embedding_width;
  const bool is_learned = config_.positions == Positions::Learned;
  for (std::size_t at = 0; at < positions.size(); ++at, to += width) {
    copy_embedding(*token_embedding_, batch.tokens[at], to);
    if (config_.segments > 0) {
      const std::size_t segment = batch.segments.empty() ? 0 : batch.segments[at];
      add_to(segment_embedding_.data() + segment * width, width, to);
    }
    if (is_learned) {
      const std::size_t row = config_.position_offset + positions[at];
      add_to(position_embedding_.data() + row * width, width, to);
    }
  }
}

void Transformer::start(const TokenBatch& batch, Caches caches, Workspace& workspace) const {
  const std::size_t tokens = batch.tokens.size();
  workspace.hidden.resize(tokens * config_.width);
  workspace.normed.resize(tokens * std::max<std::size_t>(config_.width, std::size_t{config_.heads} *
                                                                            config_.head_size));
  workspace.positions.clear();
  for (std::size_t sequence = 0; sequence < batch.lengths.size(); ++sequence) {
    const std::size_t first = caches.empty() ? 0 : caches[sequence]->tokens;
    for (std::size_t i = 0; i < batch.lengths[sequence]; ++i) {
      workspace.positions.push_back(first + i);
    }
  }
  float* to = workspace.hidden.data();
  if (embedding_projection_) {
    workspace.narrow.resize(tokens * config_.embedding_width);
    to = workspace.narrow.data();
  }
  add_embeddings(batch, workspace.positions, to);
  if (embedding_norm_) embedding_norm_->apply(to, tokens, to);
  if (embedding_projection_) {
    embedding_projection_->apply(to, tokens, Linear::Finish::Store, workspace.hidden.data(),
                                 workspace.linear);
  }
  if (values_) {
    values_->apply(batch.features.data(), tokens, Linear::Finish::Add, workspace.hidden.data(),
                   workspace.linear);
  }
}

void Transformer::apply(const Layer& layer, LayerMatrix matrix, const float* from,
                        Linear::Finish finish, float* to, Workspace& workspace) const {
  const Linear& linear = matrix == LayerMatrix::AttentionIn     ? layer.attention_in
                         : matrix == LayerMatrix::AttentionOut  ? layer.attention_out
                         : matrix == LayerMatrix::FeedForwardIn ? layer.feed_forward_in
                                                                : layer.feed_forward_out;
  const std::size_t tokens = workspace.positions.size();
  if (workspace.observer) {
    workspace.observer(static_cast<std::size_t>(&layer - layers_.data()), matrix,
                       {from, tokens * linear.inputs()});
  }
  linear.apply(from, tokens, finish, to, workspace.linear);
}

void Transformer::keep_one(std::span<const std::size_t> lengths, std::size_t place,
                           Workspace& workspace) const {
  const std::size_t width = config_.width;
  const float* from = workspace.hidden.data() + place * width;
  float* to = workspace.hidden.data();
  for (const std::size_t length : lengths) {
    if (from != to) std::copy_n(from, width, to);
    from += length * width;
    to += width;
  }
  workspace.positions.assign(lengths.size(), place);
}

// `from` are the input rows; the output is added to the hidden states. With a place, the hidden
// states of all other tokens are dropped.
void Transformer::attend_layer(const Layer& layer, std::size_t number,
                               std::span<const std::size_t> lengths, Caches caches, Place place,
                               float* from, Workspace& workspace) const {
  const std::size_t tokens = workspace.positions.size();
  const std::size_t stride = config_.attention_rows();
  const std::size_t of_queries = std::size_t{config_.heads} * config_.head_size;
  const std::size_t of_keys = std::size_t{config_.key_value_heads} * config_.head_size;
  float* inner = workspace.inner.data();
  apply(layer, LayerMatrix::AttentionIn, from, Linear::Finish::Store, inner, workspace);
  if (config_.positions == Positions::Rotary) {
    for (std::size_t i = 0; i < tokens; ++i) {
      rotary_.turn(inner + i * stride, config_.heads + config_.key_value_heads,
                   workspace.positions[i]);
    }
  }
  const AttentionShape shape{config_.heads, config_.key_value_heads, config_.head_size,
                             config_.causal};
  float* out = workspace.normed.data();
  for (std::size_t sequence = 0; sequence < lengths.size(); ++sequence) {
    const std::size_t length = lengths[sequence];
    AttentionRows rows{inner,  stride, inner + of_queries, inner + of_queries + of_keys, stride,
                       length, length};
    if (!caches.empty()) {
      auto& of_layer = caches[sequence]->layers[number];
      for (std::size_t i = 0; i < length; ++i) {
        const float* keys = rows.keys + i * stride;
        of_layer.keys.insert(of_layer.keys.end(), keys, keys + of_keys);
        of_layer.values.insert(of_layer.values.end(), keys + of_keys, keys + 2 * of_keys);
      }
      rows.keys = of_layer.keys.data();
      rows.values = of_layer.values.data();
      rows.key_stride = of_keys;
      rows.tokens = caches[sequence]->tokens + length;
    }
    if (place) {
      rows.queries += *place * stride;
      rows.count = 1;
      if (config_.causal) rows.tokens = *place + 1;
    }
    if (int8_attention_) {
      attend_int8(shape, rows, int8_kernels().front(), out, workspace.int8_attention);
    } else {
      attend(shape, rows, out, workspace.attention);
    }
    inner += length * stride;
    out += rows.count * of_queries;
  }
  if (place) keep_one(lengths, *place, workspace);
  apply(layer, LayerMatrix::AttentionOut, workspace.normed.data(), Linear::Finish::Add,
        workspace.hidden.data(), workspace);
}

void Transformer::feed_forward(const Layer& layer, const float* from, Workspace& workspace) const {
  const std::size_t tokens = workspace.positions.size();
  float* inner = workspace.inner.data();
  if (!config_.gated) {
    apply(layer, LayerMatrix::FeedForwardIn, from, Linear::storing(config_.activation), inner,
          workspace);
  } else {
    const std::size_t size = config_.feed_forward;
    workspace.gated.resize(tokens * 2 * size);
    apply(layer, LayerMatrix::FeedForwardIn, from, Linear::Finish::Store, workspace.gated.data(),
          workspace);
    for (std::size_t i = 0; i < tokens; ++i) {
      const float* gate = workspace.gated.data() + i * 2 * size;
      gate_row(config_.activation, gate, gate + size, size, inner + i * size);
    }
  }
  apply(layer, LayerMatrix::FeedForwardOut, inner, Linear::Finish::Add, workspace.hidden.data(),
        workspace);
}

std::span<float> Transformer::through_layers(std::span<const std::size_t> lengths, Caches caches,
                                             Place place, Workspace& workspace) const {
  std::size_t tokens = workspace.positions.size();
  workspace.inner.resize(tokens *
                         std::max<std::size_t>(config_.attention_rows(), config_.feed_forward));
  float* hidden = workspace.hidden.data();
  float* normed = workspace.normed.data();
  const bool is_before = config_.norm_place == NormPlace::Before;
  for (std::size_t number = 0; number < config_.layers; ++number) {
    const Layer& layer = layers_[config_.stored_layer(number)];
    if (is_before) layer.norm1.apply(hidden, tokens, normed);
    const bool is_last = number + 1 == config_.layers;
    attend_layer(layer, number, lengths, caches, is_last ? place : std::nullopt,
                 is_before ? normed : hidden, workspace);
    tokens = workspace.positions.size();
    if (is_before) {
      layer.norm2.apply(hidden, tokens, normed);
    } else {
      layer.norm1.apply(hidden, tokens, hidden);
    }
    feed_forward(layer, is_before ? normed : hidden, workspace);
    if (!is_before) layer.norm2.apply(hidden, tokens, hidden);
  }
  if (final_norm_) final_norm_->apply(hidden, tokens, hidden);
  return std::span(workspace.hidden).first(tokens * config_.width);
}

std::span<float> Transformer::run(const TokenBatch& batch, Workspace& workspace) const {
  start(batch, {}, workspace);
  return through_layers(batch.lengths, {}, std::nullopt, workspace);
}

std::span<float> Transformer::run_one(const TokenBatch& batch, std::size_t place,
                                      Workspace& workspace) const {
  start(batch, {}, workspace);
  return through_layers(batch.lengths, {}, place, workspace);
}

std::span<float> Transformer::extend(std::span<const TokenId> tokens, KeyValueCache& cache,
                                     Workspace& workspace) const {
  const std::size_t length = tokens.size();
  KeyValueCache* const caches[] = {&cache};
  return extend({tokens, std::span(&length, 1)}, caches, workspace);
}

std::span<float> Transformer::extend(const TokenBatch& batch, Caches caches,
                                     Workspace& workspace) const {
  start(batch, caches, workspace);
  const auto rows = through_layers(batch.lengths, caches, std::nullopt, workspace);
  for (std::size_t i = 0; i < caches.size(); ++i) caches[i]->tokens += batch.lengths[i];
  return rows;
}

KeyValueCache Transformer::new_cache() const {
  return {std::vector<KeyValueCache::OfLayer>(config_.layers), 0};
}

std::span<float> Transformer::embed(const TokenBatch& batch, Workspace& workspace) const {
  start(batch, {}, workspace);
  return std::span(workspace.hidden).first(batch.tokens.size() * config_.width);
}

}  // namespace noether::neural
