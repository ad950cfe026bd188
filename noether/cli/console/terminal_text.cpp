#include "noether/cli/console/terminal_text.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>
#include <vector>

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

constexpr std::size_t kColumns = 96;
constexpr std::string_view kDots = "…";

struct TerminalCell {
  std::size_t begin;  // byte of the text
  std::string shown;
  std::size_t columns;
};

std::vector<TerminalCell> cells_of(std::string_view text) {
  std::vector<TerminalCell> cells;
  std::size_t at = 0;
  for (const base::CodePoint& point : base::code_points(text)) {
    const bool is_shown = point.valid && point.value >= 0x20 && point.value != 0x7F;
    cells.push_back(
        {at, is_shown ? std::string(point.bytes) : " ", is_shown ? columns_of(point.value) : 1});
    at += point.bytes.size();
  }
  return cells;
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

std::string marked_place(std::string_view text, base::Span place) {
  const std::size_t end = std::min<std::size_t>(place.end, text.size());
  if (place.begin >= end) return {};
  const std::vector<TerminalCell> cells = cells_of(text);
  // A window of cells around the place, a third of it before the place.
  const auto cell_at = [&](std::size_t byte) {
    return static_cast<std::size_t>(
        std::ranges::lower_bound(cells, byte, {}, &TerminalCell::begin) - cells.begin());
  };
  const std::size_t first_marked = cell_at(place.begin);
  std::size_t first = 0;
  std::size_t last = cells.size();
  if (cells.size() > kColumns) {
    first = first_marked > kColumns / 3 ? first_marked - kColumns / 3 : 0;
    last = std::min(cells.size(), first + kColumns);
    first = std::min(first, last > kColumns ? last - kColumns : 0);
  }
  std::string line = first > 0 ? std::string(kDots) : "";
  std::string carets = first > 0 ? " " : "";
  for (std::size_t i = first; i < last; ++i) {
    line += cells[i].shown;
    const bool is_marked = cells[i].begin >= place.begin && cells[i].begin < end;
    carets.append(cells[i].columns, is_marked ? '^' : ' ');
  }
  if (last < cells.size()) line += kDots;
  carets.erase(carets.find_last_not_of(' ') + 1);
  return "  " + line + "\n  " + carets + "\n";
}

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace noether::cli
