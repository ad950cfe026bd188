// Hugging Face's config.json of each family as our config, and back.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/model/model_config.h"

namespace noether::neural {

// Everything except the heads, which the files of weights determine. Errors name the entry that is
// wrong or not supported.
base::Result<ModelConfig> config_of_family(std::string_view text);

// The form that `transformers` reads; heads are in "architectures".
std::string family_json(const ModelConfig& config);

// Reads sentence-transformers' 1_Pooling/config.json.
base::Result<Pooling> pooling_of_sentences(std::string_view text);
std::string sentence_pooling_json(Pooling pooling, std::uint32_t width);

}  // namespace noether::neural
