#include "noether/train/generate/train_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/parameters.h"
#include "noether/train/generate/written_batch.h"
#include "noether/train/pretrain/new_model.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

// Measures how well a decoder continues held-out texts.
//
//   perplexity      e to the power of the mean loss of the tokens that are learnt
//   token_accuracy  share of these tokens that score highest
class WrittenValidation {
 public:
  // The constructor copies the parts of the corpus that it needs.
  WrittenValidation(const PieceCorpus& corpus, const GenerateConfig& config, neural::TokenId end,
                    std::uint64_t most_tokens = 1 << 18);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<WrittenBatch> batches_;
};

constexpr std::size_t kWrittenTogether = 16;

WrittenValidation::WrittenValidation(const PieceCorpus& corpus, const GenerateConfig& config,
                                     neural::TokenId end, std::uint64_t most_tokens) {
  std::vector<WrittenSequence> sequences = WrittenSampler::fixed(corpus, config, end, most_tokens);
  // Groups sequences of similar length, because attention has slots for the longest.
  std::ranges::stable_sort(sequences, {}, [](const auto& one) { return one.tokens.size(); });
  const std::span all(sequences);
  for (std::size_t begin = 0; begin < all.size(); begin += kWrittenTogether) {
    batches_.push_back(
        pack_written(all.subspan(begin, std::min(kWrittenTogether, all.size() - begin)),
                     /*pinned=*/false));
  }
}

Scores WrittenValidation::score(const neural::TransformerConfig& model,
                                const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  double loss = 0;
  double found = 0;
  double words = 0;
  for (const WrittenBatch& on_host : batches_) {
    const WrittenBatch batch = on_host.to(device);
    const torch::Tensor hidden = hidden_states(model, weights, batch.packed);
    const torch::Tensor scores = next_scores(model, weights, hidden.index_select(0, batch.rows));
    const auto count = static_cast<double>(batch.words.size(0));
    loss += torch::cross_entropy_loss(scores, batch.words).item<double>() * count;
    found += (scores.argmax(1) == batch.words).sum().item<double>();
    words += count;
  }
  return {{"perplexity", std::exp(loss / words)}, {"token_accuracy", found / words}};
}

using neural::HeadsConfig;
using neural::ModelFolder;
using neural::TransformerConfig;

base::Result<void> check_generate_data(const GenerateConfig& config, const GenerateData& data) {
  if (config.model == GenerateModel::Start && data.start.empty()) {
    return base::fail("the configuration continues a model, but no model is given", {},
                      "name one with --start, or use a configuration with a shape, such as "
                      "models/configs/answer-writer");
  }
  if (config.model == GenerateModel::Gpt2 && data.tokenizer.empty()) {
    return base::fail("the configuration begins with random weights, but no tokenizer is given", {},
                      "name a folder that has one with --tokenizer; noether model learn-tokenizer "
                      "makes one");
  }
  return {};
}

// As in GPT-2, the outputs that are added to the hidden states have a small initial deviation,
// which decreases with the number of layers.
void shrink_residual_weights(const TransformerConfig& shape, neural::TransformerWeights& weights) {
  const float share = 1 / std::sqrt(2 * static_cast<float>(shape.layers));
  for (neural::LayerWeights& layer : weights.layers) {
    for (float& value : layer.attention_out.weight.values) value *= share;
    for (float& value : layer.feed_forward_out.weight.values) value *= share;
  }
}

base::Result<ModelFolder> new_decoder(const GenerateConfig& config,
                                      const neural::TokenizerFacts& tokenizer) {
  ModelFolder model;
  model.config.family = neural::ModelFamily::Gpt2;
  TransformerConfig& shape = model.config.transformer;
  shape.vocabulary = tokenizer.vocabulary;
  shape.layers = shape.stored_layers = config.layers;
  shape.width = shape.embedding_width = config.width;
  shape.heads = shape.key_value_heads = config.heads;
  if (config.width % config.heads != 0)
    return base::fail("the width is not a multiple of the heads");
  shape.head_size = config.width / config.heads;
  shape.feed_forward = config.feed_forward;
  shape.max_positions = config.positions;
  shape.activation = neural::Activation::GeluTanh;
  shape.causal = true;
  shape.head.next = true;
  model.config.sequence_tokens = config.positions;
  if (!tokenizer.after.empty()) model.config.end_token = tokenizer.after.back();
  if (const auto problem = shape.problem()) return base::fail(*problem);
  fill_missing_weights(shape, model.weights, config.seed);
  shrink_residual_weights(shape, model.weights);
  return model;
}

base::Result<ModelFolder> first_decoder(const GenerateConfig& config, const GenerateData& data,
                                        const neural::TokenizerFacts& tokenizer) {
  const bool is_new = config.model == GenerateModel::Gpt2;
  auto model = is_new ? new_decoder(config, tokenizer) : open_decoder(data.start);
  if (!model) return model;
  const std::string& folder = is_new ? data.tokenizer : data.start;
  if (!model->config.end_token) {
    return base::fail(fmt::format("'{}' has no token for the end of a text", folder), {},
                      "noether model learn-tokenizer makes a tokenizer that has one");
  }
  const TransformerConfig& shape = model->config.transformer;
  if (tokenizer.vocabulary > shape.vocabulary || *model->config.end_token >= shape.vocabulary) {
    return base::fail(fmt::format("the tokenizer of '{}' has more tokens than the model", folder));
  }
  if (config.sequence_tokens > shape.max_positions) {
    return base::fail(fmt::format("'{}' reads at most {} tokens, fewer than sequences have", folder,
                                  shape.max_positions));
  }
  return model;
}

base::Result<void> write_decoder(ModelFolder model, const HeadsConfig& heads,
                                 const std::string& tokenizer, const torch::Tensor& weights,
                                 const std::string& folder) {
  set_weights(model.config.transformer, weights, model.weights, heads);
  model.config.weights_file = "model.safetensors";
  const auto copied = neural::copy_tokenizer(tokenizer, folder);
  if (!copied) return std::unexpected(copied.error());
  model.config.tokenizer_file = *copied;
  return model.write(folder);
}

}  // namespace

base::Result<void> train_decoder(const GenerateConfig& config, const GenerateData& data,
                                 const LoopOptions& options) {
  if (auto good = check_generate_data(config, data); !good) return good;
  const std::string& of_tokenizer =
      config.model == GenerateModel::Start ? data.start : data.tokenizer;
  const auto tokenizer_file = neural::tokenizer_file_of(of_tokenizer);
  if (!tokenizer_file) return std::unexpected(tokenizer_file.error());
  const PieceReading reading = {of_tokenizer, *tokenizer_file, options.quiet};
  const auto corpus = load_pieces(data.texts, reading);
  if (!corpus) return std::unexpected(corpus.error());
  auto model = first_decoder(config, data, corpus->tokenizer());
  if (!model) return std::unexpected(model.error());
  const neural::TokenId end = *model->config.end_token;
  const auto sampler = WrittenSampler::create(*corpus, config, end);
  if (!sampler) return std::unexpected(sampler.error());
  std::optional<WrittenValidation> validation;
  if (!data.validation.empty()) {
    const auto held_out = load_pieces(std::span(&data.validation, 1), reading);
    if (!held_out) return std::unexpected(held_out.error());
    validation.emplace(*held_out, config, end);
  }

  const TransformerConfig& transformer = model->config.transformer;
  HeadsConfig heads;
  heads.next = true;
  heads.next_tied = transformer.head.next_tied;
  TrainingTask task;
  task.parameters = text_parameters(transformer, heads);
  if (!options.quiet) {
    fmt::print(stderr,
               "{:.1f} million parameters; {} texts, {} tokens in {} sequences; {} sequences, {} "
               "tokens a batch\n",
               static_cast<double>(count_of(task.parameters)) / 1e6, corpus->texts(),
               corpus->tokens(), sampler->sequences(), sampler->sequences_per_batch(),
               sampler->tokens_per_batch());
  }
  task.begin = flat_weights(transformer, model->weights, heads);
  task.config = generate_config_text(config);
  task.data = corpus->identity();
  task.examples_per_batch = sampler->tokens_per_batch();
  task.counted = "tokens";
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const auto batch = std::make_shared<const WrittenBatch>(
        pack_written(sampler->sample(number), options.device.is_cuda()));
    return [&, batch](const ParameterViews& weights) {
      return next_loss(transformer, weights, batch->to(options.device), config.dropout);
    };
  };
  if (validation) {
    task.validates_first = true;
    task.validate = [&](const ParameterViews& weights) {
      return validation->score(transformer, weights);
    };
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return write_decoder(std::move(*model), heads, of_tokenizer, checkpoint->weights,
                       options.folder + "/model");
}

}  // namespace noether::train
