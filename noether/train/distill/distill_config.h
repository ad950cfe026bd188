// What tuning a text encoder on lists is to do, as a file of models/configs/ says it:
//
//   model text dropout=0
//   lists question_tokens=200 text_tokens=200
//   loss distill teacher_temperature=1 steepness=3 temperature=0.05 late_temperature=0.03 full=2
//     margin=0.5
//   batch lists=16 texts=8
//   optimizer learning_rate=3e-5 weight_decay=0.01 clip=1
//   schedule linear warmup=0.1 minimum=0
//   run steps=800 seed=1 report=20 validate=200 checkpoint=400
//
// These are the defaults too, in one line each. The shape of the model is that of the one it begins
// with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class DistillModelKind : std::uint8_t { Text };
// Distill: the order of a list's texts by scores or grades. The others are of graded lists and of
// cosines alone. Contrastive: a text is as far from its question as its grade says. Negatives: each
// question finds its right text among those of the batch.
enum class DistillLossKind : std::uint8_t { Distill, Contrastive, Negatives };

struct DistillConfig : RunConfig {
  DistillConfig();

  DistillModelKind kind = DistillModelKind::Text;
  // Read of each text, with the special tokens.
  std::uint32_t question_tokens = 200;
  std::uint32_t text_tokens = 200;

  DistillLossKind loss = DistillLossKind::Distill;
  double teacher_temperature = 1;  // of the scores of lists
  double steepness = 3;            // of grades, where lists have no scores
  double temperature = 0.05;       // of the cosines of texts
  double late_temperature = 0.03;  // of late interaction
  std::uint32_t full = 2;          // the grade from which on a text is right; half of it is half so
  double margin = 0.5;             // wrong texts are to be so far away: 1 less the cosine

  std::uint32_t batch = 16;  // lists
  std::uint32_t texts = 8;   // of each list, at most

  friend bool operator==(const DistillConfig&, const DistillConfig&) = default;
};

// `name` is for messages, which say the line.
base::Result<DistillConfig> read_distill_config(std::string_view text, const std::string& name);
base::Result<DistillConfig> load_distill_config(const std::string& path);
// All settings; reads back as the same.
std::string distill_config_text(const DistillConfig& config);

}  // namespace noether::train
