// The configuration for tuning a text encoder, in the format of the files in models/configs/:
//
//   model text dropout=0
//   pairs kinds=question-answer,title-body first_tokens=200 second_tokens=200 at_beginning=0.3
//   loss pairs temperature=0.05 late_temperature=0.03
//   batch pairs=96
//   optimizer learning_rate=3e-5 weight_decay=0.01 clip=1
//   schedule linear warmup=0.1 minimum=0
//   run steps=800 seed=1 report=20 validate=200 checkpoint=400
//
// These values are also the defaults. The model has the shape of the start model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class TextModelKind : std::uint8_t { Text };
enum class TextLossKind : std::uint8_t { Pairs };

struct TextConfig : RunConfig {
  TextConfig();

  TextModelKind kind = TextModelKind::Text;
  std::vector<std::string> pair_kinds = {"question-answer", "title-body"};
  // The maximum number of tokens read of each text, including the special tokens.
  std::uint32_t first_tokens = 200;
  std::uint32_t second_tokens = 200;
  // Share of the second texts that are read from their beginning; the others start at a random
  // place.
  double at_beginning = 0.3;

  TextLossKind loss = TextLossKind::Pairs;
  double temperature = 0.05;       // for the cosines of texts
  double late_temperature = 0.03;  // for late interaction

  std::uint32_t batch = 96;  // pairs

  friend bool operator==(const TextConfig&, const TextConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<TextConfig> read_text_config(std::string_view text, const std::string& name);
base::Result<TextConfig> load_text_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string text_config_text(const TextConfig& config);

}  // namespace noether::train
