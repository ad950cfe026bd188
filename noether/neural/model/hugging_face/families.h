// The families of Hugging Face's models: their config.json as our config, and back, and the names
// of their tensors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::neural {

// Everything except the heads, which the files of weights determine. Errors name the entry that is
// wrong or not supported.
base::Result<ModelConfig> config_of_family(std::string_view text);

// The form that `transformers` reads; heads are in "architectures".
std::string family_json(const ModelConfig& config);

// Reads sentence-transformers' 1_Pooling/config.json.
base::Result<Pooling> pooling_of_sentences(std::string_view text);
std::string sentence_pooling_json(Pooling pooling, std::uint32_t width);

// One of our tensors is one of theirs, or several of them below one another.
struct TheirTensor {
  // The name, and others that older versions wrote; all without the prefix of the base model.
  std::vector<std::string> names;
  std::size_t rows = 0;     // of ours
  bool in_base = true;      // its name has the prefix of the base model, where names have one
  bool transposed = false;  // theirs has a row for each input channel
};

// `rows` are those of our tensor. Throws std::invalid_argument for one that the family has not.
std::vector<TheirTensor> their_tensors(ModelFamily family, const TransformerConfig& config,
                                       std::string_view ours, std::size_t rows);

std::string_view base_prefix(ModelFamily family);           // "bert."
std::string_view token_embedding_name(ModelFamily family);  // without the prefix

}  // namespace noether::neural
