// A chart of bars as data, to be drawn as SVG (svg_chart.h) or as lines of text for terminals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::base {

struct BarChart {
  struct Series {
    std::string name;
    std::vector<double> values;  // one per category; never negative
  };
  // Upright for quantities in their order (a histogram), sideways for names.
  enum class Direction : std::uint8_t { Upright, Sideways };
  enum class Values : std::uint8_t { Plain, Shares };  // shares of 1 are written as percentages

  std::string title;
  std::string category_title;  // what the categories are: "tokens"
  std::vector<std::string> categories;
  std::vector<Series> series;  // drawn side by side, in colours of their own
  Direction direction = Direction::Upright;
  Values values = Values::Plain;
};

// "12.3 %", "0.04 %", "1,234", "0.25"
std::string value_text(double value, BarChart::Values kind);
// 1234567 as 1,234,567
std::string grouped_digits(std::uint64_t number);

// A table as lines of text. Each column is as wide as its longest cell; the first is aligned left,
// the others right. Two blanks separate columns, and no line ends with blanks.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

// A bar of at most `width` cells, in steps of an eighth of a cell; any share above 0 is visible.
std::string text_bar(double share, int width);

// One line per category: its name, then for each series a value and a bar.
std::string text_chart(const BarChart& chart);

}  // namespace noether::base
