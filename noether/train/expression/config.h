// The configuration of a training run on expressions, in the format of the files in
// models/configs/:
//
//   model encoder layers=6 width=256 heads=8 feed_forward=1024 positions=64 pooling=mean
//   loss in-batch temperature=0.05 negatives=distractors per_anchor=1
//   batch clusters=4096
//   optimizer learning_rate=5e-4 weight_decay=0.01 clip=4
//   schedule cosine warmup=0.02 first_cycle=1 multiply=1 minimum=1e-8
//   run steps=20000 seed=1 report=50 validate=1000 checkpoint=5000
//
// Missing settings have the defaults below. Checkpoints contain the same text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class ModelKind : std::uint8_t { Encoder, Seq2seq };
// Families: groups of equal expressions generated during training, see variety/family_sampler.h.
enum class LossKind : std::uint8_t { InBatch, Triplet, Families };
// The source of negatives. Distractors: expressions that differ from the positive by one change.
// Random: members of another cluster of the batch.
enum class Negatives : std::uint8_t { None, Random, Distractors };

struct TrainingConfig : RunConfig {
  ModelKind kind = ModelKind::Encoder;
  embedding::ExpressionModelConfig model;
  double opened = 0;  // share of parts with values that are nevertheless read as tokens

  LossKind loss = LossKind::InBatch;
  double temperature = 0.05;
  Negatives negatives = Negatives::Distractors;
  std::uint32_t negatives_per_anchor = 1;
  double threshold = 0;          // with families: weight of the loss of one threshold for all pairs
  double alignment = 0;          // with families: weight of the distance between equals
  double analogy = 0;            // with families: weight of the analogies
  double fresh = 0;              // share of families made of small random expressions
  double near = 0;               // share of groups with two members derived from one form
  double teacher = 0;            // with families: weight of the distance to a teacher's vectors
  double label_smoothing = 0.1;  // for seq2seq
  double vectors = 0;            // for seq2seq: the weight of the families' loss

  std::uint32_t batch = 4096;  // clusters, with one anchor each

  friend bool operator==(const TrainingConfig&, const TrainingConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<TrainingConfig> read_config(std::string_view text, const std::string& name);
base::Result<TrainingConfig> load_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string config_text(const TrainingConfig& config);

}  // namespace noether::train
