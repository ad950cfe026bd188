// Some texts that are not TOML violate assumptions of the library, which is undefined behaviour in
// a release. This file checks the assumptions in every build and ends the reading.
namespace noether::text {
struct TomlContradiction {};
[[noreturn]] inline void give_up_toml() { throw TomlContradiction(); }
}  // namespace noether::text
#define TOML_ASSERT(expression) \
  (static_cast<bool>(expression) ? void() : noether::text::give_up_toml())
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_WINDOWS_COMPAT 0
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <algorithm>
#include <sstream>
#include <string>

#include "noether/text/markup/front_matter.h"

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
      // Zola keeps its tags in this table.
      if (is_top && name == "taxonomies") take_table(*inner, matter, false);
    } else {
      take_matter_value(name, text_of(value), false, matter);
    }
  }
}

// Whether a character beyond ASCII occurs outside strings and comments, where TOML does not allow
// it. The library's own test for white space is undefined for some of these characters.
bool has_bare_letters(std::string_view toml) {
  constexpr std::string_view kBeforeStrings = " \t\r\n=[,{.";
  std::string_view quotes;  // around the current string; empty outside strings
  for (std::size_t i = 0; i < toml.size(); ++i) {
    const std::string_view rest = toml.substr(i);
    if (!quotes.empty()) {
      const bool is_line = quotes.size() == 1;
      if (rest[0] == '\\' && quotes[0] == '"') {
        ++i;
      } else if (rest.starts_with(quotes)) {
        i += quotes.size() - 1;
        quotes = {};
      } else if (is_line && rest[0] == '\n') {
        quotes = {};
      }
      continue;
    }
    if (static_cast<unsigned char>(rest[0]) >= 0x80) return true;
    const bool is_quote = rest[0] == '"' || rest[0] == '\'';
    // A string cannot begin behind any other character, so the library treats the rest as bare.
    if (is_quote && i > 0 && !kBeforeStrings.contains(toml[i - 1])) return true;
    if (rest[0] == '#') {
      i += std::min(rest.find('\n'), rest.size()) - 1;
    } else if (rest.starts_with("\"\"\"") || rest.starts_with("'''")) {
      quotes = rest.substr(0, 3);
      i += 2;
    } else if (is_quote) {
      quotes = rest.substr(0, 1);
    }
  }
  return false;
}

}  // namespace

bool read_toml_matter(std::string_view toml, FrontMatter& matter) {
  if (has_bare_letters(toml)) {
    matter.flaw = "the front matter is not valid TOML: letters beyond ASCII are outside of quotes";
    return false;
  }
  try {
    take_table(toml::parse(toml), matter, true);
  } catch (const toml::parse_error& error) {
    matter.flaw = "the front matter is not valid TOML: " + std::string(error.description());
    return false;
  } catch (const TomlContradiction&) {
    matter.flaw = "the front matter is not valid TOML";
    return false;
  }
  return true;
}

}  // namespace noether::text
