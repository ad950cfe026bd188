// The configuration for tuning a cross-encoder, in the format of the files in models/configs/:
//
//   model cross dropout=0.1 head=start
//   lists question_tokens=200 tokens=512
//   loss listwise right=1 full=3 steepness=1
//   batch lists=16 texts=8
//   optimizer learning_rate=2e-5 weight_decay=0.01 clip=1
//   schedule linear warmup=0.1 minimum=0
//   run steps=1000 seed=1 report=20 validate=200 checkpoint=500
//
// These values are also the defaults. The model has the shape of the start model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class CrossModelKind : std::uint8_t { Cross };

// The origin of the layer after the pooler: the start model, if it has such a layer with one score,
// or random numbers.
enum class CrossHead : std::uint8_t { Start, New };

// The model learns whether a text is right (TwoWay), how right it is from 0 to 1 (Graded), or which
// texts of a list are best (Listwise).
enum class CrossLoss : std::uint8_t { TwoWay, Graded, Listwise };

struct CrossConfig : RunConfig {
  CrossConfig();

  CrossModelKind kind = CrossModelKind::Cross;
  CrossHead head = CrossHead::Start;
  // The maximum number of tokens read of a question, and of both texts together including the
  // special tokens.
  std::uint32_t question_tokens = 200;
  std::uint32_t tokens = 512;

  CrossLoss loss = CrossLoss::Listwise;
  std::uint32_t right = 1;  // the lowest grade of a right text, for TwoWay and for drawing texts
  std::uint32_t full = 3;   // Graded: the grade of a completely right text
  double steepness = 1;     // Listwise: the difference in target score between adjacent grades

  std::uint32_t batch = 16;  // lists
  std::uint32_t texts = 8;   // maximum number of texts of each list

  friend bool operator==(const CrossConfig&, const CrossConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<CrossConfig> read_cross_config(std::string_view text, const std::string& name);
base::Result<CrossConfig> load_cross_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string cross_config_text(const CrossConfig& config);

}  // namespace noether::train
