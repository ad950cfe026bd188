// JSON for output: values are put together as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::base {

// A quoted string; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
// The shortest digits that read back as this number; null if it is not finite.
std::string json_number(double value);
// The values are JSON already.
std::string json_array(const std::vector<std::string>& values);

// {"name": value, ...}; the values are JSON already.
class JsonObject {
 public:
  JsonObject() = default;
  JsonObject& add(std::string_view name, std::string_view value);
  JsonObject& add_string(std::string_view name, std::string_view text) {
    return add(name, json_string(text));
  }
  JsonObject& add_number(std::string_view name, std::int64_t value) {
    return add(name, std::to_string(value));
  }
  JsonObject& add_real(std::string_view name, double value) {
    return add(name, json_number(value));
  }
  JsonObject& add_bool(std::string_view name, bool value) {
    return add(name, value ? "true" : "false");
  }
  // null for an empty text.
  JsonObject& add_string_or_null(std::string_view name, std::string_view text) {
    return text.empty() ? add(name, "null") : add_string(name, text);
  }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace noether::base
