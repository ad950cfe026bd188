#include "noether/train/seq2seq/train_seq2seq.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "noether/train/encoded_corpus.h"
#include "noether/train/model_export.h"
#include "noether/train/seq2seq/seq2seq_task.h"

namespace noether::train {
namespace {

// A corpus and the pairs of it; both stay where they are.
struct PairSource {
  EncodedCorpus corpus;
  std::optional<BatchSampler> pairs;

  base::Result<void> open(const std::string& folder, const neural::ExpressionTokenizer& tokenizer,
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

}  // namespace

base::Result<void> train_seq2seq(const TrainingConfig& config, const std::string& corpus,
                                 const std::string& validation, const LoopOptions& options) {
  const auto tokenizer = neural::ExpressionTokenizer::standard();
  PairSource training;
  if (auto opened = training.open(corpus, tokenizer, config, options.quiet); !opened) return opened;
  PairSource held_out;
  if (!validation.empty()) {
    if (auto opened = held_out.open(validation, tokenizer, config, options.quiet); !opened) {
      return opened;
    }
  }
  const TrainingTask task =
      seq2seq_task(config, tokenizer, *training.pairs, held_out.pairs ? &*held_out.pairs : nullptr,
                   options.device.is_cuda());
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return export_model(*checkpoint, options.folder + "/model");
}

}  // namespace noether::train
