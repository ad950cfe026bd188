// The configuration of a model folder: the transformer, its family, its tokenizer and its pooling.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::neural {

// How the vectors of all tokens become one vector. First: that of the first token that counts.
enum class Pooling : std::uint8_t { Mean, Max, First };
inline constexpr std::array<std::string_view, 3> kPoolingNames = {"mean", "max", "first"};

constexpr std::string_view pooling_name(Pooling pooling) {
  return kPoolingNames[static_cast<std::size_t>(pooling)];
}

// The family whose names export uses. The transformer runs by its config alone.
enum class ModelFamily : std::uint8_t { Bert, Albert, Roberta, DistilBert, Gpt2, Llama };
std::string_view family_name(ModelFamily family);  // as Hugging Face's model_type
std::optional<ModelFamily> family_by_name(std::string_view name);

struct ModelConfig {
  ModelFamily family = ModelFamily::Bert;
  TransformerConfig transformer;
  std::optional<Pooling> pooling;      // how a text becomes a vector, if it does
  std::uint32_t sequence_tokens = 64;  // read of a text; the transformer may know more positions
  std::optional<std::uint32_t> padding_token;
  std::optional<std::uint32_t> begin_token;
  std::optional<std::uint32_t> end_token;
  std::string tokenizer_file;  // empty for none
  std::string weights_file = "model.safetensors";

  // Reads config.json of a model folder; errors name the entry.
  static base::Result<ModelConfig> from_json(std::string_view text);
  std::string to_json() const;

  friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

inline constexpr std::string_view kModelFormat = "noether-model";

}  // namespace noether::neural
