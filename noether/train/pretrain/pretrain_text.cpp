#include "noether/train/pretrain/pretrain_text.h"

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
#include "noether/train/pretrain/masked_batch.h"
#include "noether/train/pretrain/new_model.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

// Measures how well a model predicts hidden tokens and the order of segments in held-out texts.
//
//   perplexity      e to the power of the mean loss of hidden tokens
//   word_accuracy   share of hidden tokens that score highest
//   order_accuracy  share of sequences with the right order; absent without two segments
//
// The hidden tokens are the same for all models with the same tokenizer.
class MaskedValidation {
 public:
  // The constructor copies the parts of the corpus that it needs.
  MaskedValidation(const PieceCorpus& corpus, const PretrainConfig& config,
                   std::uint64_t most_tokens = 1 << 18);

  Scores score(const neural::TransformerConfig& model, const ParameterViews& weights) const;

 private:
  std::vector<MaskedBatch> batches_;
};

constexpr std::size_t kSequencesTogether = 32;

MaskedValidation::MaskedValidation(const PieceCorpus& corpus, const PretrainConfig& config,
                                   std::uint64_t most_tokens) {
  std::vector<MaskedSequence> sequences = SequenceSampler::fixed(corpus, config, most_tokens);
  // Groups sequences of similar length, because attention has slots for the longest.
  std::ranges::stable_sort(sequences, {}, [](const auto& one) { return one.tokens.size(); });
  const std::span all(sequences);
  for (std::size_t begin = 0; begin < all.size(); begin += kSequencesTogether) {
    batches_.push_back(
        pack_masked(all.subspan(begin, std::min(kSequencesTogether, all.size() - begin)),
                    /*pinned=*/false));
  }
}

Scores MaskedValidation::score(const neural::TransformerConfig& model,
                               const ParameterViews& weights) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  double loss = 0;
  double found = 0;
  double words = 0;
  double right = 0;
  double ordered = 0;
  for (const MaskedBatch& on_host : batches_) {
    const MaskedBatch batch = on_host.to(device);
    const torch::Tensor hidden = hidden_states(model, weights, batch.packed);
    const torch::Tensor scores = word_scores(model, weights, hidden.index_select(0, batch.rows));
    const auto count = static_cast<double>(batch.words.size(0));
    loss += torch::cross_entropy_loss(scores, batch.words).item<double>() * count;
    found += (scores.argmax(1) == batch.words).sum().item<double>();
    words += count;
    if (batch.swapped.size(0) == 0) continue;
    const torch::Tensor order =
        order_scores(model, weights, hidden.index_select(0, batch.first_rows));
    right += (order.argmax(1) == batch.swapped).sum().item<double>();
    ordered += static_cast<double>(batch.swapped.size(0));
  }
  Scores out = {{"perplexity", std::exp(loss / words)}, {"word_accuracy", found / words}};
  if (ordered > 0) out.emplace_back("order_accuracy", right / ordered);
  return out;
}

using neural::HeadsConfig;
using neural::ModelFolder;

base::Result<void> check_data(const PretrainConfig& config, const PretrainData& data) {
  if (config.model == PretrainModel::Start && data.start.empty()) {
    return base::fail("the configuration continues a model, but no model is given", {},
                      "name one with --start, or use a configuration with a shape, such as "
                      "models/configs/bert-small");
  }
  if (config.model != PretrainModel::Start && data.tokenizer.empty()) {
    return base::fail("the configuration begins with random weights, but no tokenizer is given", {},
                      "name the folder of a model that has one with --tokenizer");
  }
  return {};
}

// The heads of the model that training uses.
HeadsConfig trained_heads(const HeadsConfig& all, bool has_order) {
  HeadsConfig heads;
  heads.words = true;
  heads.words_tied = all.words_tied;
  heads.words_activation = all.words_activation;
  if (has_order) {
    heads.pooler = all.pooler;
    heads.order = true;
  }
  return heads;
}

// Heads with random initial weights have a higher learning rate than the existing weights.
std::vector<ParameterSpec> parameters_of(const neural::TransformerConfig& transformer,
                                         const HeadsConfig& heads, double head_rate) {
  std::vector<ParameterSpec> specs = text_parameters(transformer, heads);
  const std::size_t of_hidden = text_parameters(transformer).size();
  for (std::size_t i = of_hidden; i < specs.size(); ++i) specs[i].rate = head_rate;
  return specs;
}

base::Result<ModelFolder> first_model(const PretrainConfig& config, const PretrainData& data,
                                      const neural::TokenizerFacts& tokenizer) {
  ModelFolder model;
  if (config.model == PretrainModel::Start) {
    auto start = open_start(data.start);
    if (!start) return start;
    model = *std::move(start);
    const std::uint32_t positions = model.config.transformer.max_positions;
    if (config.sequence_tokens > positions) {
      return base::fail(fmt::format("'{}' reads at most {} tokens, fewer than sequences have",
                                    data.start, positions));
    }
  } else {
    auto made = new_model_config(config, tokenizer);
    if (!made) return std::unexpected(made.error());
    model.config = *std::move(made);
  }
  if (tokenizer.vocabulary > model.config.transformer.vocabulary) {
    return base::fail(
        fmt::format("the tokenizer of '{}' has more tokens than the model knows", data.start));
  }
  if (auto added = add_heads(model.config, config.order > 0); !added) {
    return std::unexpected(added.error());
  }
  fill_missing_weights(model.config.transformer, model.weights, config.seed);
  return model;
}

base::Result<void> write_pretrained(ModelFolder model, const HeadsConfig& heads,
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

base::Result<void> pretrain_text(const PretrainConfig& config, const PretrainData& data,
                                 const LoopOptions& options) {
  if (auto good = check_data(config, data); !good) return good;
  const std::string& of_tokenizer =
      config.model == PretrainModel::Start ? data.start : data.tokenizer;
  const auto known = neural::read_model_config(of_tokenizer);
  if (!known) return std::unexpected(known.error());
  const PieceReading reading = {of_tokenizer, known->tokenizer_file, options.quiet};
  const auto corpus = load_pieces(data.texts, reading);
  if (!corpus) return std::unexpected(corpus.error());
  auto model = first_model(config, data, corpus->tokenizer());
  if (!model) return std::unexpected(model.error());
  const auto sampler = SequenceSampler::create(*corpus, config);
  if (!sampler) return std::unexpected(sampler.error());
  std::optional<MaskedValidation> validation;
  if (!data.validation.empty()) {
    const auto held_out = load_pieces(std::span(&data.validation, 1), reading);
    if (!held_out) return std::unexpected(held_out.error());
    validation.emplace(*held_out, config);
  }
  if (!options.quiet) {
    fmt::print(stderr, "{} texts, {} tokens in {} sequences; {} sequences, {} tokens a batch\n",
               corpus->texts(), corpus->tokens(), sampler->sequences(),
               sampler->sequences_per_batch(), sampler->tokens_per_batch());
  }

  const neural::TransformerConfig& transformer = model->config.transformer;
  const HeadsConfig heads = trained_heads(transformer.head, config.order > 0);
  TrainingTask task;
  task.parameters = parameters_of(transformer, heads, config.head_rate);
  task.begin = flat_weights(transformer, model->weights, heads);
  task.config = pretrain_config_text(config);
  task.data = corpus->identity();
  task.examples_per_batch = sampler->tokens_per_batch();
  task.counted = "tokens";
  task.loss_parts = {"words"};
  if (config.order > 0) task.loss_parts.emplace_back("order");
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const auto batch = std::make_shared<const MaskedBatch>(
        pack_masked(sampler->sample(number), options.device.is_cuda()));
    return [&, batch](const ParameterViews& weights) {
      const MaskedLosses losses =
          masked_losses(transformer, weights, batch->to(options.device), config.dropout);
      if (config.order == 0) return torch::stack({losses.words, losses.words.detach()});
      return torch::stack({losses.words + config.order * losses.order, losses.words.detach(),
                           losses.order.detach()});
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
  return write_pretrained(std::move(*model), heads, of_tokenizer, checkpoint->weights,
                          options.folder + "/model");
}

}  // namespace noether::train
