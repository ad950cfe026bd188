// The shape of an encoder, as config.json of a model folder has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::neural {

// What is read of an expression: its tokens, or parts of it as what they are worth, where they have
// values (values/part_values.h).
enum class Inputs : std::uint8_t { Tokens, Values };
std::string_view inputs_name(Inputs inputs);

// What becomes of the tokens, without <bos> and <eos>. First: the one that begins the expression as
// a whole.
enum class Pooling : std::uint8_t { Mean, Max, First };
std::string_view pooling_name(Pooling pooling);

struct ModelConfig {
  std::uint32_t layers = 6;
  std::uint32_t width = 256;
  std::uint32_t heads = 8;  // divide the width
  std::uint32_t feed_forward = 1024;
  std::uint32_t positions = 64;  // the most tokens an expression may have, <bos> and <eos> included
  Inputs inputs = Inputs::Tokens;
  Pooling pooling = Pooling::Mean;
  std::string tokenizer_file = "tokenizer.json";
  std::string weights_file = "model.safetensors";

  // Every number is checked against the bounds below, and the files are names in the same folder.
  static base::Result<ModelConfig> from_json(std::string_view text);
  std::string to_json() const;

  friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

inline constexpr std::uint32_t kMaxLayers = 64;
inline constexpr std::uint32_t kMaxWidth = 4096;
inline constexpr std::uint32_t kMaxFeedForward = 16384;
inline constexpr std::uint32_t kMaxPositions = 4096;

}  // namespace noether::neural
