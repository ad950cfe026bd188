#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "noether/amr/parser/decode.h"

namespace noether::amr {

std::span<const DecodeSetting> DecodeOptions::settings() {
  static constexpr auto kSettings = std::to_array<DecodeSetting>(
      {{"nothing_threshold", &DecodeOptions::nothing_threshold, DecodeSetting::Kind::Chance},
       {"reentrant_threshold", &DecodeOptions::reentrant_threshold, DecodeSetting::Kind::Chance},
       {"memory_weight", &DecodeOptions::memory_weight, DecodeSetting::Kind::Weight},
       {"sense_memory_weight", &DecodeOptions::sense_memory_weight, DecodeSetting::Kind::Weight},
       {"no_frame_penalty", &DecodeOptions::no_frame_penalty, DecodeSetting::Kind::Weight}});
  return kSettings;
}

base::Result<DecodeOptions> DecodeOptions::parse(std::string_view json) {
  constexpr float kMostWeight = 100;
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) return base::fail("a JSON object is expected");
  DecodeOptions options;
  for (const auto& [name, value] : object.items()) {
    const auto setting = std::ranges::find(settings(), name, &DecodeSetting::name);
    if (setting == settings().end())
      return base::fail(fmt::format("there is no setting '{}'", name));
    if (!value.is_number()) return base::fail(fmt::format("'{}' must be a number", name));
    const auto number = value.get<float>();
    if (setting->kind == DecodeSetting::Kind::Chance && !(number > 0 && number < 1)) {
      return base::fail(fmt::format("'{}' must lie between 0 and 1", name));
    }
    if (!(number >= 0 && number <= kMostWeight)) {
      return base::fail(fmt::format("'{}' must lie between 0 and {}", name, kMostWeight));
    }
    options.*setting->value = number;
  }
  return options;
}

std::string DecodeOptions::text() const {
  std::string text;
  for (const DecodeSetting& setting : settings()) {
    text += fmt::format("{}\"{}\": {:.3g}", text.empty() ? "{" : ", ", setting.name,
                        this->*setting.value);
  }
  return text + "}\n";
}

}  // namespace noether::amr
