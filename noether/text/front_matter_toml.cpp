#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

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

}  // namespace

bool read_toml_matter(std::string_view toml, FrontMatter& matter) {
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed) {
    matter.flaw = "the front matter is no TOML: " + std::string(parsed.error().description());
    return false;
  }
  take_table(parsed.table(), matter, true);
  return true;
}

}  // namespace noether::text
