// Reads any text as a config, ours or Hugging Face's: no crash, no access out of bounds, and a
// config that was read, written and read again is the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/neural/model/hugging_face/families.h"
#include "noether/neural/model/model_folder.h"

using namespace noether::neural;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto config = ModelConfig::from_json(text)) {
    if (config->transformer.problem()) std::abort();
    const auto again = ModelConfig::from_json(config->to_json());
    if (!again || *again != *config) std::abort();
  }
  if (const auto config = config_of_family(text)) {
    if (config->transformer.problem()) std::abort();
    const auto again = config_of_family(family_json(*config));
    if (!again || again->transformer != config->transformer) std::abort();
    const auto ours = ModelConfig::from_json(config->to_json());
    if (!ours || *ours != *config) std::abort();
  }
  if (const auto pooling = pooling_of_sentences(text)) {
    if (pooling_of_sentences(sentence_pooling_json(*pooling, 4)).value() != *pooling) std::abort();
  }
  return 0;
}
