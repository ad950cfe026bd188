// A model folder of ours: config.json, the weights, and the files of its tokenizer. The
// configuration has the transformer, its family, its tokenizer and its pooling.
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

struct ModelFolder {
  ModelConfig config;
  TransformerWeights weights;
  std::uint64_t weight_bytes = 0;             // of the files
  std::vector<std::string> unused_tensors{};  // of the files, which the config does not ask for

  // Errors name the file and the problem.
  static base::Result<ModelFolder> read(const std::string& folder);
  // Makes the folder; the config comes last, so a folder that has one is whole. Files of the
  // tokenizer are copy_tokenizer's to put there.
  base::Result<void> write(const std::string& folder) const;
};

// config.json of a folder of ours.
base::Result<ModelConfig> read_model_config(const std::string& folder);

// The "format" in config.json; empty if it has none, as in Hugging Face's folders.
base::Result<std::string> format_of_model(const std::string& folder);

// The tokenizer file of a folder: for a model, the one that config.json names, or empty; for a
// folder that is not a model, the one that exists.
base::Result<std::string> tokenizer_file_of(const std::string& folder);

// Copies the files of a tokenizer, by their names in Hugging Face's folders, as far as they exist.
// Returns the one from which to read it, or empty.
base::Result<std::string> copy_tokenizer(const std::string& from, const std::string& to);

}  // namespace noether::neural
