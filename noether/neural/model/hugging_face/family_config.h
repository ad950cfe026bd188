// Hugging Face's config.json of each family as our config, and back.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/neural/model/model_config.h"

namespace noether::neural {

// All but the heads, which their files of weights tell. Errors say which entry is wrong or is not
// supported.
base::Result<ModelConfig> config_of_family(std::string_view text);

// What `transformers` reads; heads are in "architectures".
std::string family_json(const ModelConfig& config);

// Of sentence-transformers' 1_Pooling/config.json.
base::Result<Pooling> pooling_of_sentences(std::string_view text);
std::string sentence_pooling_json(Pooling pooling, std::uint32_t width);

}  // namespace noether::neural
