// The configuration for training a decoder, in the format of the files in models/configs/:
//
//   model gpt2 layers=10 width=512 heads=8 feed_forward=2048 positions=768 dropout=0.1 grid=none
//   sequences tokens=768
//   loss all
//   batch tokens=65536
//   optimizer learning_rate=1e-3 beta2=0.95 weight_decay=0.05 clip=1
//   schedule cosine warmup=0.03 minimum=1e-5
//   run steps=6000 seed=1 report=50 validate=1000 checkpoint=2000
//
// These values are also the defaults. `gpt2` begins with random weights, `start` continues with an
// existing model. `loss all` learns every token, `loss solution` only those after the first piece
// of a text, which is the problem; a text of one piece is learnt as a whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class GenerateModel : std::uint8_t { Gpt2, Start };
enum class GenerateLoss : std::uint8_t { All, Solution };

struct GenerateConfig : RunConfig {
  GenerateConfig();

  GenerateModel model = GenerateModel::Gpt2;
  // The shape of a model that begins with random weights.
  std::uint32_t layers = 10;
  std::uint32_t width = 512;
  std::uint32_t heads = 8;
  std::uint32_t feed_forward = 2048;
  std::uint32_t positions = 768;

  std::uint32_t sequence_tokens = 768;
  GenerateLoss loss = GenerateLoss::All;
  std::uint32_t batch = 65'536;  // tokens, on average

  friend bool operator==(const GenerateConfig&, const GenerateConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<GenerateConfig> read_generate_config(std::string_view text, const std::string& name);
base::Result<GenerateConfig> load_generate_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string generate_config_text(const GenerateConfig& config);

}  // namespace noether::train
