#include "noether/cli/json_text.h"

#include <fmt/format.h>

#include "noether/base/utf8.h"

namespace noether::cli {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const base::CodePoint& c : base::code_points(text)) {
    if (c.value == U'"' || c.value == U'\\') {
      out += '\\';
      out += static_cast<char>(c.value);
    } else if (c.value < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c.value));
    } else {
      base::append_code_point(out, c.value);
    }
  }
  out += '"';
  return out;
}

std::string json_array(const std::vector<std::string>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

JsonObject& JsonObject::add(std::string_view name, std::string_view value) {
  if (!members_.empty()) members_ += ", ";
  members_ += json_string(name);
  members_ += ": ";
  members_ += value;
  return *this;
}

}  // namespace noether::cli
