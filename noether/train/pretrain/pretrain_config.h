// The configuration for pre-training a text encoder, in the format of the files in models/configs/:
//
//   model start dropout=0
//   sequences tokens=512 masked=0.15
//   loss words order=1
//   batch tokens=65536
//   optimizer head_rate=10 learning_rate=5e-5 weight_decay=0.01 clip=1
//   schedule linear warmup=0.05 minimum=0
//   run steps=1000 seed=1 report=20 validate=500 checkpoint=500
//
// These values are also the defaults. `start` continues with an existing model; `bert`, `albert`
// and `roberta` begin with random weights, and with this shape by default:
//
//   model bert layers=6 width=384 heads=12 feed_forward=1536 embedding=384 positions=512
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class PretrainModel : std::uint8_t { Start, Bert, Albert, Roberta };
enum class PretrainLoss : std::uint8_t { Words };

struct PretrainConfig : RunConfig {
  PretrainConfig();

  PretrainModel model = PretrainModel::Start;
  // For models with random initial weights.
  std::uint32_t layers = 6;
  std::uint32_t width = 384;
  std::uint32_t heads = 12;
  std::uint32_t feed_forward = 1536;
  std::uint32_t embedding = 384;
  std::uint32_t positions = 512;

  std::uint32_t sequence_tokens = 512;  // limit for a sequence, with special tokens
  double masked = 0.15;                 // share of the tokens that are hidden

  PretrainLoss loss = PretrainLoss::Words;
  double order = 1;  // weight of the loss for the order of segments; 0: sequences have one segment

  double head_rate = 10;  // factor for the learning rate of the heads

  std::uint32_t batch = 65'536;  // tokens, on average

  friend bool operator==(const PretrainConfig&, const PretrainConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<PretrainConfig> read_pretrain_config(std::string_view text, const std::string& name);
base::Result<PretrainConfig> load_pretrain_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string pretrain_config_text(const PretrainConfig& config);

}  // namespace noether::train
