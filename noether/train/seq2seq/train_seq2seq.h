// Trains seq2seq on pairs of a corpus, or of families generated from it. This header declares its
// interface to the training loop (weights, loss of a batch of pairs, validation on held-out pairs)
// and reads the trained model from the checkpoint of its run.
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

// Writes the encoder half as a model to LoopOptions::folder + "/model"; the checkpoint contains the
// whole model.
base::Result<void> train_seq2seq(const TrainingConfig& config, const Seq2seqData& data,
                                 const LoopOptions& options);

// The decoder has as many layers as the encoder, and the same width, heads and positions.
Seq2seqShape seq2seq_shape(const TrainingConfig& config,
                           const embedding::ExpressionTokenizer& tokenizer);

// Returns the configuration with negatives turned off, because seq2seq uses pairs of one cluster.
TrainingConfig pairs_only(TrainingConfig config);

// The samplers provide pairs and must outlive the task; `validation` may be null. `pinned` memory
// is for CUDA.
TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const BatchSampler& pairs, const BatchSampler* validation, bool pinned);

// The pairs of a batch of families: each member of a group with the next one, if they differ.
std::vector<PairPlaces> written_pairs(const FamilyBatch& batch);

// The task for families: the model learns to write members of a group from one another. If the
// configuration gives it a weight, the loss of an encoder on the vectors of all expressions is
// added.
TrainingTask seq2seq_task(const TrainingConfig& config,
                          const embedding::ExpressionTokenizer& tokenizer,
                          const FamilySampler& families, const BatchSampler* validation,
                          bool pinned);

struct OpenSeq2seq {
  Seq2seqShape shape;
  embedding::ExpressionTokenizer tokenizer;
  ParameterViews weights;  // float32 on the CPU, without a graph
};

// `path` is the folder of a run or a checkpoint.
base::Result<OpenSeq2seq> open_seq2seq(const std::string& path);

}  // namespace noether::train
