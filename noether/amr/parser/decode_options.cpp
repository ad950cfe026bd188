#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "noether/amr/parser/decode.h"

namespace noether::amr {

base::Result<DecodeOptions> DecodeOptions::parse(std::string_view json) {
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return base::fail("a JSON object is expected");
  DecodeOptions options;
  for (const auto& [name, value] : object.items()) {
    if (!value.is_number()) return base::fail(fmt::format("'{}' must be a number", name));
    const auto number = value.get<float>();
    if (name == "reentrant_threshold") {
      if (!(number > 0 && number < 1)) {
        return base::fail("'reentrant_threshold' must lie between 0 and 1");
      }
      options.reentrant_threshold = number;
    } else if (name == "memory_weight" || name == "sense_memory_weight") {
      if (!(number >= 0 && number <= 100)) {
        return base::fail(fmt::format("'{}' must lie between 0 and 100", name));
      }
      (name == "memory_weight" ? options.memory_weight : options.sense_memory_weight) = number;
    } else {
      return base::fail(fmt::format("there is no setting '{}'", name));
    }
  }
  return options;
}

std::string DecodeOptions::text() const {
  return fmt::format(
      "{{\"reentrant_threshold\": {:.3g}, \"memory_weight\": {:.3g}, "
      "\"sense_memory_weight\": {:.3g}}}\n",
      reentrant_threshold, memory_weight, sense_memory_weight);
}

}  // namespace noether::amr
