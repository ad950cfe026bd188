#include "noether/train/seq2seq/train_seq2seq.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/expression/model_export.h"
#include "noether/train/expression/retrieval_validation.h"
#include "noether/train/expression/starting_weights.h"
#include "noether/train/seq2seq/seq2seq_task.h"

namespace noether::train {
namespace {

// A corpus and the pairs of it; both stay where they are.
struct PairSource {
  EncodedCorpus corpus;
  std::optional<BatchSampler> pairs;

  base::Result<void> open(const std::string& folder,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const TrainingConfig& config, bool quiet) {
    auto loaded = load_corpus(folder, tokenizer, {config.model.positions - 2, 0});
    if (!loaded) return std::unexpected(loaded.error());
    corpus = std::move(*loaded);
    if (!quiet) {
      fmt::print(stderr, "{}: {} clusters, {} expressions, {} of them left out\n", folder,
                 corpus.clusters(), corpus.members(), corpus.left_out);
    }
    auto sampler = BatchSampler::create(corpus, nullptr, pairs_only(config));
    if (!sampler) return std::unexpected(sampler.error());
    pairs.emplace(std::move(*sampler));
    return {};
  }
};

// What its encoder half is worth is validated as any encoder's.
void score_embeddings(const TrainingConfig& config, const embedding::ExpressionTokenizer& tokenizer,
                      const EncodedCorpus& held_out, TrainingTask& task) {
  task.validate = [of_decoder = task.validate,
                   retrieval = std::make_shared<const RetrievalValidation>(held_out, nullptr),
                   shape = encoder_shape(config.model, tokenizer)](const ParameterViews& weights) {
    Scores scores = of_decoder(weights);
    const torch::Device device = weights.at("token_embedding").device();
    const Scores of_encoder = retrieval->score(shape, weights, device);
    scores.insert(scores.end(), of_encoder.begin(), of_encoder.end());
    return scores;
  };
}

}  // namespace

base::Result<void> train_seq2seq(const TrainingConfig& config, const Seq2seqData& data,
                                 const LoopOptions& options) {
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  PairSource training;
  if (auto opened = training.open(data.corpus, tokenizer, config, options.quiet); !opened)
    return opened;
  PairSource held_out;
  if (!data.validation.empty()) {
    if (auto opened = held_out.open(data.validation, tokenizer, config, options.quiet); !opened) {
      return opened;
    }
  }
  TrainingTask task =
      seq2seq_task(config, tokenizer, *training.pairs, held_out.pairs ? &*held_out.pairs : nullptr,
                   options.device.is_cuda());
  task.data = training.corpus.identity;
  if (task.validate) score_embeddings(config, tokenizer, held_out.corpus, task);
  if (!data.from.empty()) {
    auto weights =
        load_starting_weights(data.from, config.model, task.tokenizer, count_of(task.parameters));
    if (!weights) return std::unexpected(weights.error());
    task.begin = std::move(*weights);
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return export_model(*checkpoint, options.folder + "/model");
}

}  // namespace noether::train
