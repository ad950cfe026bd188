// Entries of a config.json, each checked as it is read, for the readers of model configs. They
// throw std::invalid_argument, which names the entry and the problem.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::neural {

// Keys are looked up one by one. Configs have some kilobytes, or more with labels.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

class ConfigJson {
 public:
  explicit ConfigJson(std::string_view text);

  bool has(const char* name) const;  // and its value is not null
  std::uint32_t number(const char* name) const;
  std::uint32_t number(const char* name, std::uint32_t otherwise) const;
  std::optional<std::uint32_t> optional_number(const char* name) const;
  double real(const char* name, double otherwise) const;
  bool flag(const char* name, bool otherwise) const;
  std::string text(const char* name) const;
  std::string text(const char* name, std::string_view otherwise) const;
  // The name of a file in the same folder. Paths are refused, because a model folder contains the
  // whole model.
  std::string file(const char* name) const;
  const nlohmann::json& json() const { return json_; }

 private:
  const nlohmann::json* find(const char* name) const;
  nlohmann::json json_;
};

[[noreturn]] void refuse_model(const std::string& reason);

}  // namespace noether::neural
