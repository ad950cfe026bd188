#include "noether/base/characters.h"

#include <algorithm>

#include "noether/base/utf8.h"

namespace noether::base {

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::distance(code_points(text)));
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t bytes = 0;
  for (const CodePoint& one : code_points(text)) {
    if (count-- == 0) break;
    bytes += one.bytes.size();
  }
  return text.substr(0, bytes);
}

}  // namespace noether::base
