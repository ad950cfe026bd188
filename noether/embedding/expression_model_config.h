// The shape of an encoder of expressions, as in config.json of its folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::embedding {

using neural::Pooling;
using neural::pooling_name;

// The input of the encoder: the tokens of an expression, or the values of its parts where they have
// values (values/part_values.h).
enum class Inputs : std::uint8_t { Tokens, Values };
std::string_view inputs_name(Inputs inputs);

struct ExpressionModelConfig {
  std::uint32_t layers = 6;
  std::uint32_t width = 256;
  std::uint32_t heads = 8;  // must divide the width
  std::uint32_t feed_forward = 1024;
  std::uint32_t positions = 64;  // the most tokens of an expression, including <bos> and <eos>
  Inputs inputs = Inputs::Tokens;
  Pooling pooling = Pooling::Mean;  // of the tokens without <bos> and <eos>
  // Whether the layers see <bos> and <eos>. An encoder whose expressions are mostly a single token,
  // with values, takes a third of the time without them. It must pool the first token.
  bool special_tokens = true;
  std::string tokenizer_file = "tokenizer.json";
  std::string weights_file = "model.safetensors";

  // Checks every number against the bounds below. The files must be names in the same folder.
  static base::Result<ExpressionModelConfig> from_json(std::string_view text);
  std::string to_json() const;
  // The transformer for a vocabulary of this size.
  neural::TransformerConfig transformer(std::size_t vocabulary) const;

  friend bool operator==(const ExpressionModelConfig&, const ExpressionModelConfig&) = default;
};

// The bounds of these numbers; transformers may be larger.
inline constexpr std::uint32_t kMaxLayers = 64;
inline constexpr std::uint32_t kMaxWidth = 4096;
inline constexpr std::uint32_t kMaxFeedForward = 16384;
inline constexpr std::uint32_t kMaxPositions = 4096;

}  // namespace noether::embedding
