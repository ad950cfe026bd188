#include "noether/base/json_text.h"

#include <fmt/format.h>

#include <cmath>

#include "noether/base/utf8.h"

namespace noether::base {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    // Most texts consist almost entirely of such bytes.
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const CodePoint c = decode_code_point(text);
    if (c.value == U'"' || c.value == U'\\') {
      out += '\\';
      out += static_cast<char>(c.value);
    } else if (c.value < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c.value));
    } else {
      append_code_point(out, c.value);
    }
    text.remove_prefix(c.bytes.size());
  }
  out += '"';
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  append_json_string(out, text);
  return out;
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string json_array(const std::vector<std::string>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

JsonObject& JsonObject::add(std::string_view name, std::string_view value) {
  if (!members_.empty()) members_ += ", ";
  append_json_string(members_, name);
  members_ += ": ";
  members_ += value;
  return *this;
}

}  // namespace noether::base
