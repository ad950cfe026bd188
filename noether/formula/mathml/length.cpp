#include "noether/formula/mathml/length.h"

#include <array>
#include <charconv>
#include <utility>

namespace noether::formula {
namespace {

constexpr auto kUnits = std::to_array<std::pair<std::string_view, double>>({
    {"", 1.0},
    {"em", 1.0},
    {"ex", 0.43},
    {"pt", 0.1},
    {"px", 0.075},
    {"pc", 1.2},
    {"in", 7.227},
    {"cm", 2.845},
    {"mm", 0.2845},
    {"mu", 1.0 / 18},
    {"%", 0.01},
});

constexpr auto kNamedLengths = std::to_array<std::pair<std::string_view, double>>({
    {"veryverythinmathspace", 1.0 / 18},
    {"verythinmathspace", 2.0 / 18},
    {"thinmathspace", 3.0 / 18},
    {"mediummathspace", 4.0 / 18},
    {"thickmathspace", 5.0 / 18},
    {"verythickmathspace", 6.0 / 18},
    {"veryverythickmathspace", 7.0 / 18},
});

}  // namespace

std::optional<double> length_in_ems(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return std::nullopt;
  text = text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
  for (const auto& [name, ems] : kNamedLengths) {
    if (text == name) return ems;
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const auto& [unit, ems] : kUnits) {
    if (text == unit) return number * ems;
  }
  return std::nullopt;
}

}  // namespace noether::formula
