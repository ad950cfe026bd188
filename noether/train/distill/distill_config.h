// The configuration for tuning a text encoder on lists, in the format of the files in
// models/configs/:
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
// These values are also the defaults; each keyword takes one line. The model has the shape of the
// start model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class DistillModelKind : std::uint8_t { Text };
// Distill learns the order of a list's texts by scores or grades. The others use graded lists and
// only the cosines of texts: with Contrastive the grade of a text determines its distance from the
// question; with Negatives each question finds its right text among those of the batch.
enum class DistillLossKind : std::uint8_t { Distill, Contrastive, Negatives };

struct DistillConfig : RunConfig {
  DistillConfig();

  DistillModelKind kind = DistillModelKind::Text;
  // The maximum number of tokens read of each text, including the special tokens.
  std::uint32_t question_tokens = 200;
  std::uint32_t text_tokens = 200;

  DistillLossKind loss = DistillLossKind::Distill;
  double teacher_temperature = 1;  // divides the teacher's scores
  double steepness = 3;            // factor for grades, if lists have no scores
  double temperature = 0.05;       // for the cosines of texts
  double late_temperature = 0.03;  // for late interaction
  std::uint32_t full = 2;          // the grade of a fully right text; lower ones count less
  double margin = 0.5;             // the least distance (1 - cosine) of wrong texts

  std::uint32_t batch = 16;  // lists
  std::uint32_t texts = 8;   // maximum number of texts of each list

  friend bool operator==(const DistillConfig&, const DistillConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<DistillConfig> read_distill_config(std::string_view text, const std::string& name);
base::Result<DistillConfig> load_distill_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string distill_config_text(const DistillConfig& config);

}  // namespace noether::train
