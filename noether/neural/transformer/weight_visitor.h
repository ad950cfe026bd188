// The only list of a transformer's tensors: reading, writing and rounding are visitors of it.
#pragma once

#include <fmt/format.h>

#include <string>

#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

// Calls `visit` with the name and the place of each tensor that the config asks for:
//   embedding(name, Matrix, rows, columns)  a table that may be int8
//   table(name, floats, rows, columns)
//   list(name, floats, size)
//   matrix(name, Matrix, rows, columns)     of a linear layer
// `weights` are const or not, and have as many layers as the config stores.
template <typename Weights, typename Visitor>
void visit_weights(Weights& weights, const TransformerConfig& config, Visitor& visit) {
  const std::size_t width = config.width;
  const auto norm = [&](const std::string& name, auto& to, std::size_t size) {
    visit.list(name + ".weight", to.weight, size);
    if (config.norm == NormKind::Layer) visit.list(name + ".bias", to.bias, size);
  };
  const auto linear = [&](const std::string& name, auto& to, std::size_t rows, std::size_t columns,
                          bool has_bias) {
    visit.matrix(name + ".weight", to.weight, rows, columns);
    if (has_bias) visit.list(name + ".bias", to.bias, rows);
  };
  const std::size_t narrow = config.embedding_width;
  visit.embedding("token_embedding", weights.token_embedding, config.vocabulary, narrow);
  if (config.positions == Positions::Learned) {
    visit.table("position_embedding", weights.position_embedding,
                std::size_t{config.max_positions} + config.position_offset, narrow);
  }
  if (config.segments > 0) {
    visit.table("segment_embedding", weights.segment_embedding, config.segments, narrow);
  }
  if (config.embedding_norm) norm("embedding_norm", weights.embedding_norm, narrow);
  if (narrow != width) {
    linear("embedding_projection", weights.embedding_projection, width, narrow, true);
  }
  if (config.features > 0) linear("values", weights.values, width, config.features, true);
  for (std::size_t number = 0; number < weights.layers.size(); ++number) {
    const std::string name = fmt::format("layers.{}.", number);
    auto& layer = weights.layers[number];
    const std::size_t of_heads = std::size_t{config.heads} * config.head_size;
    const std::size_t inner = config.feed_forward;
    norm(name + "norm1", layer.norm1, width);
    linear(name + "attention.in", layer.attention_in, config.attention_rows(), width,
           config.biases);
    linear(name + "attention.out", layer.attention_out, width, of_heads, config.biases);
    norm(name + "norm2", layer.norm2, width);
    linear(name + "feed_forward.in", layer.feed_forward_in, config.gated ? 2 * inner : inner, width,
           config.biases);
    linear(name + "feed_forward.out", layer.feed_forward_out, width, inner, config.biases);
  }
  if (config.final_norm) norm("final_norm", weights.final_norm, width);

  auto& head = weights.head;
  if (config.head.words) {
    linear("words.transform", head.words_transform, narrow, width, true);
    norm("words.norm", head.words_norm, narrow);
    if (!config.head.words_tied) {
      visit.matrix("words.decoder.weight", head.words_decoder, config.vocabulary, narrow);
    }
    visit.list("words.decoder.bias", head.words_bias, config.vocabulary);
  }
  if (config.head.pooler) linear("pooler", head.pooler, width, width, true);
  if (config.head.order) linear("order", head.order, 2, width, true);
  if (config.head.classes > 0) linear("classes", head.classes, config.head.classes, width, true);
  if (config.head.next && !config.head.next_tied) {
    visit.matrix("next.weight", head.next_decoder, config.vocabulary, width);
  }
}

}  // namespace noether::neural
