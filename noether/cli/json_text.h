// JSON for the output of commands: values are put together as text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace noether::cli {

// A quoted string; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
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
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace noether::cli
