#include "noether/cli/console/terminal_text.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>

#include "noether/base/utf8.h"

namespace noether::cli {
namespace {

std::size_t shown_columns(std::string_view text) {
  std::size_t columns = 0;
  bool in_escape = false;
  for (const base::CodePoint& point : base::code_points(text)) {
    if (point.value == 0x1B) in_escape = true;
    if (!in_escape) columns += columns_of(point.value);
    if (in_escape && point.value == 'm') in_escape = false;
  }
  return columns;
}

}  // namespace

std::size_t columns_of(char32_t character) {
  if (character >= 0x20 && character < 0x7F) return 1;
  return static_cast<std::size_t>(
      std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(character))));
}

std::string wrapped(std::string_view text, std::string_view indent, std::size_t columns) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t width = shown_columns(word);
    if (used == 0) {
      out += indent;
    } else if (used + 1 + width > columns) {
      out += '\n';
      out += indent;
      used = 0;
    } else {
      out += ' ';
      ++used;
    }
    out += word;
    used += width;
  }
  if (used > 0) out += '\n';
  return out;
}

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace noether::cli
