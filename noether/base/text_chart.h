// Tables and bar charts as lines of text, for terminals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/bar_chart.h"

namespace noether::base {

// Columns wide enough for their longest cell; the first is aligned left, the others right. Two
// blanks between columns, none at the end of a line.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

// A bar of at most `width` cells in eighths of a cell; anything above 0 is seen.
std::string text_bar(double share, int width);

// One line per category: its name, then for each series a value and a bar.
std::string text_chart(const BarChart& chart);

}  // namespace noether::base
