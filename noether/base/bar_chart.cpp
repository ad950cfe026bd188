#include "noether/base/bar_chart.h"

#include <fmt/format.h>

#include <cmath>

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

}  // namespace noether::base
