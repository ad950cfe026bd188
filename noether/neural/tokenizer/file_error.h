// The exception of the readers of this folder, which Tokenizer turns into an error before it leaves
// the module, and short functions to read JSON.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/error.h"

namespace noether::neural::tokens {

using Json = nlohmann::json;

class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& message) { throw FileError(message); }

template <typename T>
T value_or_refuse(base::Result<T> result) {
  if (!result) refuse(result.error().message);
  return *std::move(result);
}

inline std::string type_of(const Json& json, std::string_view what) {
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) {
    refuse(std::string(what) + " has no type");
  }
  return json["type"].get<std::string>();
}

// The factor by which all replacements together may lengthen a text. Files from outside define the
// replacements, and memory is limited. SentencePiece's own rules expand some characters to 54
// bytes.
class GrowthLimit {
 public:
  void add(std::size_t new_bytes, std::size_t old_bytes) {
    growth_ *= std::max<std::size_t>(1, (new_bytes + old_bytes - 1) / old_bytes);
    if (growth_ > 4096) refuse("its replacements would make texts too long");
  }

 private:
  std::size_t growth_ = 1;
};

// The value of a key, or the library's default if it is absent or null.
template <typename T>
T setting(const Json& json, const char* key, T otherwise) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return otherwise;
  return found->get<T>();
}

}  // namespace noether::neural::tokens
