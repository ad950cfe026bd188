#include "noether/evaluation/report/report.h"

#include <algorithm>
#include <string_view>

namespace noether::evaluation {

bool is_figure(const std::string& text) {
  constexpr std::string_view kOfFigures = "0123456789()[].,+-<% ";
  constexpr std::size_t kSignBytes = 3;  // one letter or sign, as ✓ and *L
  if (text.size() <= kSignBytes || text == "(✓)") return true;
  return text.find_first_not_of(kOfFigures) == std::string::npos;
}

bool has_words(const ReportTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const ReportRow& row) {
    std::size_t at = 0;
    for (const ReportCell& cell : row.cells) {
      if (at == column && !cell.is_note) return !is_figure(cell.text);
      at += cell.columns;
    }
    return false;
  });
}

}  // namespace noether::evaluation
