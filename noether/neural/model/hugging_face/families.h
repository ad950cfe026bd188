// The families of Hugging Face's models: the conversion of their config.json to our config and
// back, and the names of their tensors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::neural {

// Reads everything except the heads, which the files of weights determine. Errors name the entry
// that is wrong or not supported.
base::Result<ModelConfig> config_of_family(std::string_view text);

// Writes the form that `transformers` reads. The heads are in "architectures".
std::string family_json(const ModelConfig& config);

// Reads sentence-transformers' 1_Pooling/config.json.
base::Result<Pooling> pooling_of_sentences(std::string_view text);
std::string sentence_pooling_json(Pooling pooling, std::uint32_t width);

// A tensor of theirs. One of our tensors is one of theirs, or several of them stacked.
struct TheirTensor {
  // The name, and other names that older versions wrote, all without the prefix of the base model.
  std::vector<std::string> names;
  std::size_t rows = 0;     // of our tensor
  bool in_base = true;      // its name has the prefix of the base model, if the family uses one
  bool transposed = false;  // it has a row for each input channel
};

// `rows` is the number of rows of our tensor. Throws std::invalid_argument for a tensor that the
// family lacks.
std::vector<TheirTensor> their_tensors(ModelFamily family, const TransformerConfig& config,
                                       std::string_view ours, std::size_t rows);

std::string_view base_prefix(ModelFamily family);           // "bert."
std::string_view token_embedding_name(ModelFamily family);  // without the prefix

}  // namespace noether::neural
