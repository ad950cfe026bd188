// The interface of seq2seq to the training loop: its weights, the loss of a batch of pairs, and how
// well it predicts held-out pairs.
#pragma once

#include <vector>

#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/seq2seq/decoder.h"
#include "noether/train/variety/family_sampler.h"

namespace noether::train {

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

}  // namespace noether::train
