// What tuning a cross-encoder is to do, as a file of models/configs/ says it:
//
//   model cross dropout=0.1 head=start
//   lists question_tokens=200 tokens=512
//   loss listwise right=1 full=3 steepness=1
//   batch lists=16 texts=8
//   optimizer learning_rate=2e-5 weight_decay=0.01 clip=1
//   schedule linear warmup=0.1 minimum=0
//   run steps=1000 seed=1 report=20 validate=200 checkpoint=500
//
// These are the defaults too. The shape of the model is that of the one it begins with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class CrossModelKind : std::uint8_t { Cross };

// The origin of the layer after the pooler: the start model, if it has one with one score, or
// random numbers.
enum class CrossHead : std::uint8_t { Start, New };

// TwoWay: right or wrong. Graded: how right, from 0 to 1. Listwise: which of a list.
enum class CrossLoss : std::uint8_t { TwoWay, Graded, Listwise };

struct CrossConfig : RunConfig {
  CrossConfig();

  CrossModelKind kind = CrossModelKind::Cross;
  CrossHead head = CrossHead::Start;
  // Read of a question, and of both texts together with the special tokens.
  std::uint32_t question_tokens = 200;
  std::uint32_t tokens = 512;

  CrossLoss loss = CrossLoss::Listwise;
  std::uint32_t right = 1;  // TwoWay: the lowest grade of a right text; also halves a batch
  std::uint32_t full = 3;   // Graded: the grade that is wholly right
  double steepness = 1;     // Listwise: how much a grade is more than the one below it

  std::uint32_t batch = 16;  // lists
  std::uint32_t texts = 8;   // of each list, at most

  friend bool operator==(const CrossConfig&, const CrossConfig&) = default;
};

// `name` is for messages, which say the line.
base::Result<CrossConfig> read_cross_config(std::string_view text, const std::string& name);
base::Result<CrossConfig> load_cross_config(const std::string& path);
// All settings; reads back as the same.
std::string cross_config_text(const CrossConfig& config);

}  // namespace noether::train
