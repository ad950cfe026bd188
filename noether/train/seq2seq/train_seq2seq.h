// Trains seq2seq on the pairs of a corpus, or of families made of it. Here is its interface to the
// training loop: its weights, the loss of a batch of pairs, and how well it predicts held-out
// pairs; and the trained model, as the checkpoint of its run holds it.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/core/parameters.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/seq2seq/decoder.h"
#include "noether/train/variety/family_sampler.h"

namespace noether::train {

struct Seq2seqData {
  std::string corpus;
  std::string validation{};             // may be empty
  std::vector<std::string> held_out{};  // see EncoderData
  std::string from{};                   // see EncoderData
};

// Ends with the encoder half as a model in LoopOptions::folder + "/model"; the whole is in the
// checkpoint.
base::Result<void> train_seq2seq(const TrainingConfig& config, const Seq2seqData& data,
                                 const LoopOptions& options);

// The decoder has as many layers as the encoder, and its width, heads and positions.
Seq2seqShape seq2seq_shape(const TrainingConfig& config,
                           const embedding::ExpressionTokenizer& tokenizer);

// Uses pairs of one cluster, in either order; no negatives.
TrainingConfig pairs_only(TrainingConfig config);

// The samplers give pairs and outlive the task; `validation` may be null. Pinned memory is for
// CUDA.
TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const BatchSampler& pairs, const BatchSampler* validation, bool pinned);

// The pairs of a batch of families: each member of a group with the next one, where they differ.
std::vector<PairPlaces> written_pairs(const FamilyBatch& batch);

// The same on families: the members of a group are written from one another and, where the
// configuration gives it a weight, the vectors of all expressions are judged as an encoder's are.
TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const FamilySampler& families, const BatchSampler* validation,
                          bool pinned);

struct OpenSeq2seq {
  Seq2seqShape shape;
  embedding::ExpressionTokenizer tokenizer;
  ParameterViews weights;  // float32 on the CPU, without a graph
};

// The folder of a run, or a checkpoint itself.
base::Result<OpenSeq2seq> open_seq2seq(const std::string& path);

}  // namespace noether::train
