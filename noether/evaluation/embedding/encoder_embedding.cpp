#include "noether/evaluation/embedding/encoder_embedding.h"

#include <algorithm>
#include <memory>

#include "noether/base/parallel.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/evaluation/embedding/bag_of_tokens.h"

namespace noether::evaluation {

base::Result<Embedding> open_embedding(const std::string& model, unsigned threads) {
  if (model == kBagOfTokens) return bag_of_tokens();
  auto opened = embedding::ExpressionEncoder::open(model);
  if (!opened) return std::unexpected(opened.error());
  const auto encoder = std::make_shared<const embedding::ExpressionEncoder>(*std::move(opened));
  const int count = static_cast<int>(base::thread_count(threads));
  const auto embed = [encoder, count](std::span<const std::string> texts) -> base::Result<Vectors> {
    std::vector<std::size_t> readable;
    std::vector<std::vector<neural::TokenId>> tokens;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      auto encoded = encoder->tokenizer().encode(texts[i]);
      if (!encoded || encoder->problem_with(*encoded)) continue;
      readable.push_back(i);
      tokens.push_back(*std::move(encoded));
    }
    std::vector<float> values(tokens.size() * encoder->width());
    if (auto done = encoder->embed_tokens(tokens, values, count); !done) {
      return std::unexpected(done.error());
    }
    Vectors vectors(texts.size(), encoder->width());
    for (std::size_t i = 0; i < readable.size(); ++i) {
      std::ranges::copy(std::span(values).subspan(i * encoder->width(), encoder->width()),
                        vectors.row(readable[i]).begin());
    }
    return vectors;
  };
  const bool by_values = encoder->config().inputs == embedding::Inputs::Values;
  return Embedding{model + (encoder->is_int8() ? " (int8)" : " (float32)"), embed,
                   by_values ? "values of parts, and tokens where there are none" : "tokens"};
}

}  // namespace noether::evaluation
