// What a training run on expressions is to do, as a file of models/configs/ says it:
//
//   model encoder layers=6 width=256 heads=8 feed_forward=1024 positions=64 pooling=mean
//   loss in-batch temperature=0.05 negatives=distractors per_anchor=1
//   batch clusters=4096
//   optimizer learning_rate=5e-4 weight_decay=0.01 clip=4
//   schedule cosine warmup=0.02 first_cycle=1 multiply=1 minimum=1e-8
//   run steps=20000 seed=1 report=50 validate=1000 checkpoint=5000
//
// What is left out has the default below. Checkpoints hold the same text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class ModelKind : std::uint8_t { Encoder, Seq2seq };
// Families: groups of equal expressions made while training, see variety/family_sampler.h.
enum class LossKind : std::uint8_t { InBatch, Triplet, Families };
// Distractors: expressions that differ from the positive by one change. Random: members of another
// cluster of the batch.
enum class Negatives : std::uint8_t { None, Random, Distractors };

struct TrainingConfig : RunConfig {
  ModelKind kind = ModelKind::Encoder;
  embedding::ExpressionModelConfig model;
  double opened = 0;  // share of parts read as their tokens though they have values

  LossKind loss = LossKind::InBatch;
  double temperature = 0.05;
  Negatives negatives = Negatives::Distractors;
  std::uint32_t negatives_per_anchor = 1;
  double threshold = 0;          // beside families: the weight of one threshold for all pairs
  double alignment = 0;          // of the distance between equals
  double analogy = 0;            // and of analogies
  double fresh = 0;              // share of families made of small expressions of their own
  double near = 0;               // share of groups with two members that come from one form
  double label_smoothing = 0.1;  // of seq2seq
  double vectors = 0;            // of seq2seq: the weight of families' losses beside writing

  std::uint32_t batch = 4096;  // clusters, one anchor of each

  friend bool operator==(const TrainingConfig&, const TrainingConfig&) = default;
};

// `name` is for messages, which say the line.
base::Result<TrainingConfig> read_config(std::string_view text, const std::string& name);
base::Result<TrainingConfig> load_config(const std::string& path);
// All settings; reads back as the same.
std::string config_text(const TrainingConfig& config);

}  // namespace noether::train
