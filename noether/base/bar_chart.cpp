#include "noether/base/bar_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/base/utf8.h"

namespace noether::base {

std::string value_text(double value, BarChart::Values kind) {
  if (kind == BarChart::Values::Shares) {
    const double percent = value * 100;
    if (percent == 0 || percent >= 99.95) return fmt::format("{:.0f} %", percent);
    if (percent < 0.01) return "< 0.01 %";
    return fmt::format("{:.{}f} %", percent, percent < 0.095 ? 2 : 1);
  }
  if (value == std::floor(value) && value < 1e15) {
    return grouped_digits(static_cast<std::uint64_t>(value));
  }
  return fmt::format("{:.3g}", value);
}

std::string grouped_digits(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

namespace {

constexpr int kBarCells = 30;

void pad_to(std::string& line, std::size_t width, std::size_t used) {
  if (used < width) line.append(width - used, ' ');
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], count_characters(row[c]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::size_t used = count_characters(row[c]);
      if (c == 0) {
        line += row[c];
        pad_to(line, line.size() + widths[c] - used, line.size());
      } else {
        line += "  ";
        line.append(widths[c] - used, ' ');
        line += row[c];
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string text_bar(double share, int width) {
  constexpr std::array<std::string_view, 8> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0)) return {};
  const auto eighths =
      std::max<long>(1, std::lround(std::min(1.0, share) * static_cast<double>(width) * 8));
  std::string bar;
  for (long i = 0; i < eighths / 8; ++i) bar += "█";
  bar += parts[static_cast<std::size_t>(eighths % 8)];
  return bar;
}

std::string text_chart(const BarChart& chart) {
  const bool one = chart.series.size() == 1;
  double most = 0;
  for (const BarChart::Series& series : chart.series) {
    for (const double value : series.values) most = std::max(most, value);
  }
  std::size_t name_width = 0;
  for (const std::string& name : chart.categories) {
    name_width = std::max(name_width, count_characters(name));
  }
  std::string text = chart.title;
  if (!chart.category_title.empty()) text += " (" + chart.category_title + ")";
  text += "\n";
  if (!one) {
    std::string header(name_width + 2, ' ');
    for (const BarChart::Series& series : chart.series) {
      const std::size_t used = count_characters(series.name);
      header += "  " + series.name;
      pad_to(header, header.size() + 9 + kBarCells - std::min<std::size_t>(used, 9 + kBarCells),
             header.size());
    }
    header.erase(header.find_last_not_of(' ') + 1);
    text += header + "\n";
  }
  for (std::size_t c = 0; c < chart.categories.size(); ++c) {
    const std::string& name = chart.categories[c];
    std::string line = "  ";
    if (chart.direction == BarChart::Direction::Sideways) line += name;
    pad_to(line, line.size() + name_width - count_characters(name), line.size());
    if (chart.direction == BarChart::Direction::Upright) line += name;
    for (const BarChart::Series& series : chart.series) {
      const std::string value = value_text(series.values[c], chart.values);
      line += "  ";
      line.append(8 - std::min<std::size_t>(8, count_characters(value)), ' ');
      const std::string bar = text_bar(most > 0 ? series.values[c] / most : 0, kBarCells);
      line += value + " " + bar;
      pad_to(line, line.size() + kBarCells - count_characters(bar), line.size());
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace noether::base
