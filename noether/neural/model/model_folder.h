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

  // Errors name the file and what is wrong with it.
  static base::Result<ModelFolder> read(const std::string& folder);
  // Makes the folder; the config comes last, so a folder that has one is whole. Files of the
  // tokenizer are copy_tokenizer's to put there.
  base::Result<void> write(const std::string& folder) const;
};

// config.json of a folder of ours.
base::Result<ModelConfig> read_model_config(const std::string& folder);

// What config.json says its "format" is; empty where it says nothing, as Hugging Face's do not.
base::Result<std::string> format_of_model(const std::string& folder);

// The file to read the tokenizer of a folder from: of a model, the one that config.json names, and
// empty for none; of a folder that is no model, the one that is there.
base::Result<std::string> tokenizer_file_of(const std::string& folder);

// The files of a tokenizer, by the names that Hugging Face gives them, as far as they are there.
// What it returns is the one to read it from, or nothing.
base::Result<std::string> copy_tokenizer(const std::string& from, const std::string& to);

}  // namespace noether::neural
