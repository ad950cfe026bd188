#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>
#include <algorithm>

#include <sstream>
#include <string>

#include "noether/text/front_matter.h"

namespace noether::text {
namespace {

std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  std::ostringstream out;
  if (const auto* date = node.as_date()) out << date->get();
  if (const auto* moment = node.as_date_time()) out << moment->get().date;
  if (const auto* number = node.as_integer()) out << number->get();
  return out.str();
}

void take_table(const toml::table& table, FrontMatter& matter, bool is_top) {
  for (const auto& [key, value] : table) {
    const std::string_view name = key.str();
    if (const toml::array* values = value.as_array()) {
      for (const toml::node& one : *values) {
        take_matter_value(name, text_of(one), true, matter);
      }
    } else if (const toml::table* inner = value.as_table()) {
      // Zola keeps its tags there.
      if (is_top && name == "taxonomies") take_table(*inner, matter, false);
    } else {
      take_matter_value(name, text_of(value), false, matter);
    }
  }
}

// Whether the name of a table may begin so: [name], [[ "name" ]].
bool begins_table(std::string_view line) {
  std::size_t at = line.starts_with("[[") ? 2 : 1;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  if (at == line.size()) return false;
  const char c = line[at];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '"' || c == '\'';
}

// Whether the text is no TOML in a way for which the library is undefined: a character beyond ASCII
// outside of strings and comments, or a table whose name does not begin as names do.
bool misleads_library(std::string_view toml) {
  std::string_view quotes;   // around the string at hand; empty outside of strings
  bool is_beginning = true;  // only blanks stand before this in the line
  int arrays = 0;            // that are open
  for (std::size_t i = 0; i < toml.size(); ++i) {
    const std::string_view rest = toml.substr(i);
    if (!quotes.empty()) {
      if (rest[0] == '\\' && quotes[0] == '"') {
        ++i;
      } else if (rest.starts_with(quotes)) {
        i += quotes.size() - 1;
        quotes = {};
      } else if (quotes.size() == 1 && rest[0] == '\n') {
        quotes = {};
        is_beginning = true;
      }
      continue;
    }
    if (static_cast<unsigned char>(rest[0]) >= 0x80) return true;
    if (is_beginning && arrays == 0 && rest[0] == '[' && !begins_table(rest)) return true;
    if (rest[0] == '[') ++arrays;
    if (rest[0] == ']') --arrays;
    is_beginning = rest[0] == '\n' || (is_beginning && (rest[0] == ' ' || rest[0] == '\t'));
    if (rest[0] == '#') {
      i += std::min(rest.find('\n'), rest.size()) - 1;
    } else if (rest.starts_with("\"\"\"") || rest.starts_with("'''")) {
      quotes = rest.substr(0, 3);
      i += 2;
    } else if (rest[0] == '"' || rest[0] == '\'') {
      quotes = rest.substr(0, 1);
    }
  }
  return false;
}

}  // namespace

bool read_toml_matter(std::string_view toml, FrontMatter& matter) {
  if (misleads_library(toml)) {
    matter.flaw =
        "the front matter is no TOML: letters beyond ASCII stand outside of quotes, or a table has "
        "no name";
    return false;
  }
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed) {
    matter.flaw = "the front matter is no TOML: " + std::string(parsed.error().description());
    return false;
  }
  take_table(parsed.table(), matter, true);
  return true;
}

}  // namespace noether::text
