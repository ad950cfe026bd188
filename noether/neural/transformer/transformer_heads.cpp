#include "noether/neural/transformer/transformer_heads.h"

#include <utility>

namespace noether::neural {
namespace {

// Heads see few tokens, so they take the time for all bits.
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
    decoder.own = head_layer({*tied, std::move(bias)});  // in the order that kernels want
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

}  // namespace noether::neural
