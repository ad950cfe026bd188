#include "noether/cli/console/marked_place.h"

#include <algorithm>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/cli/console/terminal_text.h"

namespace noether::cli {
namespace {

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

std::string marked_place(std::string_view text, base::Span place) {
  const std::size_t end = std::min<std::size_t>(place.end, text.size());
  if (place.begin >= end) return {};
  const std::vector<TerminalCell> cells = cells_of(text);
  // A window of cells around the place: a third of it before.
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

}  // namespace noether::cli
