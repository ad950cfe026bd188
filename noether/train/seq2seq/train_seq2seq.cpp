#include "noether/train/seq2seq/train_seq2seq.h"

#include <memory>
#include <optional>
#include <utility>

#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/expression/retrieval_validation.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/seq2seq/seq2seq_task.h"
#include "noether/train/variety/family_training.h"

namespace noether::train {
namespace {

// A corpus and the pairs of it; both stay where they are.
struct PairSource {
  EncodedCorpus corpus;
  std::optional<BatchSampler> pairs;

  base::Result<void> open(const std::string& folder,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const TrainingConfig& config, const LoopOptions& options) {
    auto loaded = load_corpus(folder, tokenizer, config, options);
    if (!loaded) return std::unexpected(loaded.error());
    corpus = std::move(*loaded);
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
  if (auto opened = training.open(data.corpus, tokenizer, config, options); !opened) return opened;
  PairSource held_out;
  if (!data.validation.empty()) {
    if (auto opened = held_out.open(data.validation, tokenizer, config, options); !opened) {
      return opened;
    }
  }
  const BatchSampler* const validation = held_out.pairs ? &*held_out.pairs : nullptr;
  const bool pinned = options.device.is_cuda();
  std::optional<Families> families;
  TrainingTask task;
  if (config.loss == LossKind::Families) {
    auto opened = Families::open(training.corpus, held_out_of(data.held_out, data.validation),
                                 tokenizer, config, options);
    if (!opened) return std::unexpected(opened.error());
    families.emplace(std::move(*opened));
    task = seq2seq_task(config, tokenizer, families->sampler, validation, pinned);
    task.data = families->identity;
  } else {
    task = seq2seq_task(config, tokenizer, *training.pairs, validation, pinned);
    task.data = training.corpus.identity;
  }
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
