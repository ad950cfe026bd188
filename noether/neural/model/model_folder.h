// A model folder in our format: config.json, the weights, and the files of its tokenizer. The
// configuration contains the transformer, its family, its tokenizer and its pooling.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

// How the vectors of all tokens become one vector. First takes the vector of the first token that
// counts.
enum class Pooling : std::uint8_t { Mean, Max, First };
inline constexpr std::array<std::string_view, 3> kPoolingNames = {"mean", "max", "first"};

constexpr std::string_view pooling_name(Pooling pooling) {
  return kPoolingNames[static_cast<std::size_t>(pooling)];
}

// The family whose names an export uses. The transformer itself depends only on its config.
enum class ModelFamily : std::uint8_t { Bert, Albert, Roberta, DistilBert, Gpt2, Llama };
std::string_view family_name(ModelFamily family);  // as Hugging Face's model_type
std::optional<ModelFamily> family_by_name(std::string_view name);

struct ModelConfig {
  ModelFamily family = ModelFamily::Bert;
  TransformerConfig transformer;
  std::optional<Pooling> pooling;      // how a text becomes a vector; unset if it does not
  std::uint32_t sequence_tokens = 64;  // read of a text; there may be more positions
  std::optional<std::uint32_t> padding_token;
  std::optional<std::uint32_t> begin_token;
  std::optional<std::uint32_t> end_token;
  std::string tokenizer_file;  // empty if the model has no tokenizer
  std::string weights_file = "model.safetensors";

  // Reads config.json of a model folder; errors name the entry.
  static base::Result<ModelConfig> from_json(std::string_view text);
  std::string to_json() const;

  friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

inline constexpr std::string_view kModelFormat = "noether-model";

struct ModelFolder {
  ModelConfig config;
  TransformerWeights weights;
  std::uint64_t weight_bytes = 0;             // of the files
  std::vector<std::string> unused_tensors{};  // of the files, if the config does not need them

  // Errors name the file and the problem.
  static base::Result<ModelFolder> read(const std::string& folder);
  // Creates the folder. The config is written last, so a folder that has one is complete.
  // copy_tokenizer copies the files of the tokenizer.
  base::Result<void> write(const std::string& folder) const;
};

// Reads config.json of a folder in our format.
base::Result<ModelConfig> read_model_config(const std::string& folder);

// The "format" in config.json; empty if it has none, as in Hugging Face's folders.
base::Result<std::string> format_of_model(const std::string& folder);

// The tokenizer file of a folder: for a model, the one that config.json names, or empty; for a
// folder that is not a model, the one that exists.
base::Result<std::string> tokenizer_file_of(const std::string& folder);

// Copies those files of a tokenizer that exist, by their names in Hugging Face's folders. Returns
// the file from which to read the tokenizer, or an empty name.
base::Result<std::string> copy_tokenizer(const std::string& from, const std::string& to);

}  // namespace noether::neural
