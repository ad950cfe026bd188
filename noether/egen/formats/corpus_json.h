// Plans and manifests as JSON. For these files only: it brings the whole JSON library along.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/corpus_plan.h"
#include "noether/egen/formats/whole_number.h"

namespace noether::egen {

// In the order of writing, which is the one a person reads in.
using OrderedJson = nlohmann::ordered_json;

// Of both files. It changes when an older program would misread what a newer one writes.
inline constexpr std::uint32_t kCorpusVersion = 1;

OrderedJson plan_json(const CorpusPlan& plan);
// Throws when something is missing or of another kind.
CorpusPlan plan_from_json(const OrderedJson& json);

// Parses the text, checks the version, and hands the rest to `convert`.
template <typename T>
base::Result<T> read_json_file(std::string_view text, const std::string& name,
                               T (*convert)(const OrderedJson&)) {
  try {
    const OrderedJson json = OrderedJson::parse(text);
    const auto version = whole_number_at<std::uint32_t>(json, "version");
    if (version != kCorpusVersion) {
      return base::fail(fmt::format("'{}' is of version {}, and this program reads version {}",
                                    name, version, kCorpusVersion),
                        {}, "use the program that wrote it, or make the corpus again");
    }
    return convert(json);
  } catch (const std::exception& error) {
    return base::fail(fmt::format("'{}' is damaged: {}", name, error.what()), {},
                      "make the corpus again, in a new folder");
  }
}

}  // namespace noether::egen
