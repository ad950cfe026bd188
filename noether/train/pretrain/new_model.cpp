#include "noether/train/pretrain/new_model.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/transformer/weight_visitor.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {
namespace {

using neural::Activation;
using neural::Matrix;
using neural::ModelConfig;
using neural::ModelFamily;
using neural::TransformerConfig;

class MissingWeights {
 public:
  explicit MissingWeights(std::uint64_t seed) : seed_(seed) {}

  void embedding(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) const {
    matrix(name, to, rows, columns);
  }
  void matrix(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) const {
    to.rows = rows;
    to.columns = columns;
    table(name, to.values, rows, columns);
  }
  void table(const std::string& name, std::vector<float>& to, std::size_t rows,
             std::size_t columns) const {
    if (!to.empty()) return;
    RandomStream random(seed_of(seed_, neural::identity_of(name)));
    to.resize(rows * columns);
    for (float& value : to) value = static_cast<float>(kDeviation * normal(random));
  }
  static void list(const std::string& name, std::vector<float>& to, std::size_t size) {
    if (to.empty()) to.assign(size, name.ends_with(".weight") ? 1.0F : 0.0F);
  }

 private:
  static constexpr double kDeviation = 0.02;

  // A normally distributed number by the method of Box and Muller.
  static double normal(RandomStream& random) {
    const auto share = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
    const double length = std::sqrt(-2 * std::log(share()));
    return length * std::cos(2 * std::numbers::pi * share());
  }

  std::uint64_t seed_;
};

ModelFamily family_of(PretrainModel model) {
  switch (model) {
    case PretrainModel::Albert:
      return ModelFamily::Albert;
    case PretrainModel::Roberta:
      return ModelFamily::Roberta;
    case PretrainModel::Start:
    case PretrainModel::Bert:
      break;
  }
  return ModelFamily::Bert;
}

}  // namespace

base::Result<ModelConfig> new_model_config(const PretrainConfig& config,
                                           const neural::TokenizerFacts& tokenizer) {
  ModelConfig model;
  model.family = family_of(config.model);
  model.pooling = neural::Pooling::Mean;
  model.padding_token = tokenizer.padding;
  TransformerConfig& shape = model.transformer;
  shape.vocabulary = tokenizer.vocabulary;
  shape.layers = shape.stored_layers = config.layers;
  shape.width = config.width;
  shape.heads = shape.key_value_heads = config.heads;
  if (config.width % config.heads != 0)
    return base::fail("the width is not a multiple of the heads");
  shape.head_size = config.width / config.heads;
  shape.feed_forward = config.feed_forward;
  shape.embedding_width = config.embedding;
  shape.max_positions = config.positions;
  shape.norm_place = neural::NormPlace::After;
  shape.embedding_norm = true;
  shape.final_norm = false;
  shape.norm_epsilon = 1e-12F;
  shape.activation = Activation::GeluErf;
  shape.segments = 2;
  switch (model.family) {
    case ModelFamily::Albert:
      shape.stored_layers = 1;
      shape.activation = Activation::GeluTanh;
      break;
    case ModelFamily::Roberta:
      // Rows of positions begin after that of padding.
      shape.position_offset = tokenizer.padding.value_or(0) + 1;
      shape.norm_epsilon = 1e-5F;
      shape.segments = 1;
      break;
    default:
      break;
  }
  if (model.family != ModelFamily::Albert && config.embedding != config.width) {
    return base::fail("embeddings narrower than the width need the model albert", {},
                      "set embedding equal to the width");
  }
  model.sequence_tokens = shape.max_positions;
  if (const auto problem = shape.problem()) return base::fail(*problem);
  return model;
}

base::Result<void> add_heads(ModelConfig& model, bool has_order) {
  TransformerConfig& shape = model.transformer;
  if (!shape.head.words) {
    shape.head.words = true;
    shape.head.words_tied = true;
    // The activation that `transformers` uses between the layers of this head.
    shape.head.words_activation =
        model.family == ModelFamily::Roberta ? Activation::GeluErf : shape.activation;
  }
  if (!has_order) return {};
  if ((model.family != ModelFamily::Bert && model.family != ModelFamily::Albert) ||
      shape.segments < 2) {
    return base::fail(
        fmt::format("a model of the family {} has no second segment, so there is no order to learn",
                    neural::family_name(model.family)),
        {}, "set order=0 in the configuration");
  }
  if (!shape.head.pooler) shape.head.pooler = Activation::Tanh;
  shape.head.order = true;
  return {};
}

void fill_missing_weights(const TransformerConfig& config, neural::TransformerWeights& weights,
                          std::uint64_t seed) {
  weights.layers.resize(config.stored_layers);
  const MissingWeights filling(seed);
  neural::visit_weights(weights, config, filling);
}

}  // namespace noether::train
