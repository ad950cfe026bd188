// A model folder of ours: config.json, the weights, and the files of its tokenizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_config.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

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
