// Reads lists and simple XML from left to right.
#pragma once

#include <algorithm>
#include <string_view>

namespace noether::amr {

// Removes and returns the text up to `end`, removing `end` too; all of it if there is no `end`.
inline std::string_view take_until(std::string_view& text, std::string_view end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + end.size(), text.size()));
  return taken;
}

// The value after `name="`; empty if the text has no such attribute.
inline std::string_view attribute_of(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + name.size());
  return take_until(text, "\"");
}

}  // namespace noether::amr
