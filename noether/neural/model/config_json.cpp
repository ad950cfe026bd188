#include "noether/neural/model/config_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace noether::neural {

void refuse_model(const std::string& reason) { throw std::invalid_argument(reason); }

ConfigJson::ConfigJson(std::string_view text) {
  if (text.size() > kMaxConfigBytes) refuse_model("it is too large for a config");
  try {
    json_ = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    refuse_model(error.what());
  }
  if (!json_.is_object()) refuse_model("it is not a JSON object");
}

const nlohmann::json* ConfigJson::find(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

bool ConfigJson::has(const char* name) const { return find(name) != nullptr; }

std::optional<std::uint32_t> ConfigJson::optional_number(const char* name) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned() ||
      value->get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
    refuse_model(fmt::format("\"{}\" is not a whole number of 32 bits", name));
  }
  return static_cast<std::uint32_t>(value->get<std::uint64_t>());
}

std::uint32_t ConfigJson::number(const char* name) const {
  const auto value = optional_number(name);
  if (!value) refuse_model(fmt::format("\"{}\" is missing", name));
  return *value;
}

std::uint32_t ConfigJson::number(const char* name, std::uint32_t otherwise) const {
  return optional_number(name).value_or(otherwise);
}

double ConfigJson::real(const char* name, double otherwise) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number() || !std::isfinite(value->get<double>())) {
    refuse_model(fmt::format("\"{}\" is not a number", name));
  }
  return value->get<double>();
}

bool ConfigJson::flag(const char* name, bool otherwise) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) refuse_model(fmt::format("\"{}\" is neither true nor false", name));
  return value->get<bool>();
}

std::string ConfigJson::text(const char* name) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) refuse_model(fmt::format("\"{}\" is missing", name));
  const auto* text = value->get_ptr<const std::string*>();
  if (text == nullptr) refuse_model(fmt::format("\"{}\" is not a text", name));
  return *text;
}

std::string ConfigJson::text(const char* name, std::string_view otherwise) const {
  return has(name) ? text(name) : std::string(otherwise);
}

std::string ConfigJson::file(const char* name) const {
  std::string file = text(name);
  if (file.empty() || file.front() == '.' || file.find_first_of("/\\") != std::string::npos ||
      file.find('\0') != std::string::npos) {
    refuse_model(fmt::format("\"{}\" is not the name of a file in the folder", name));
  }
  return file;
}

}  // namespace noether::neural
