#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noether/base/svg_chart.h"
#include "noether/evaluation/report/plots.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {
namespace {

constexpr double kDifferenceWidth = 560;
constexpr double kDifferencePlot = 170;
constexpr double kDifferenceLeft = 46;
constexpr double kDifferenceTop = 46;
constexpr double kDifferenceBottom = 24;

// With a true minus sign.
std::string signed_text(double value) {
  if (value == 0) return "0";
  return fmt::format("{}{:.3g}", value < 0 ? "−" : "+", std::abs(value));
}

}  // namespace

std::string draw(const DifferencePlot& plot) {
  auto sorted = plot.differences;
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  double most = 0;
  std::size_t better = 0;
  std::size_t worse = 0;
  for (const auto& [topic, value] : sorted) {
    most = std::max(most, std::abs(value));
    better += value > 0 ? 1 : 0;
    worse += value < 0 ? 1 : 0;
  }
  const double step = base::axis_step(most, 3);
  const double end = std::max(step, std::ceil(most / step - 1e-9) * step);
  SvgDrawing drawing(kDifferenceWidth, kDifferenceTop + kDifferencePlot + kDifferenceBottom);
  const double middle = kDifferenceTop + kDifferencePlot / 2;
  const auto y_of = [&](double value) { return middle - value / end * kDifferencePlot / 2; };
  drawing.text("head", 0, 16, "start", plot.title);
  const int marks = static_cast<int>(std::lround(std::min(end / step, 10.0)));
  for (int i = -marks; i <= marks; ++i) {
    const double y = y_of(step * i);
    drawing.line(i == 0 ? "axis" : "grid", kDifferenceLeft, y, kDifferenceWidth, y);
    drawing.text("label", kDifferenceLeft - 6, y + 4, "end", signed_text(step * i));
  }
  drawing.text("label", kDifferenceWidth, kDifferenceTop - 8, "end",
               fmt::format("{} on {} topics", plot.better, better));
  drawing.text("label", kDifferenceLeft, kDifferenceTop + kDifferencePlot + 18, "start",
               fmt::format("{} on {} topics, the same on {}", plot.worse, worse,
                           sorted.size() - better - worse));
  const double slot = (kDifferenceWidth - kDifferenceLeft) /
                      static_cast<double>(std::max<std::size_t>(1, sorted.size()));
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& [topic, value] = sorted[i];
    const double x = kDifferenceLeft + slot * (static_cast<double>(i) + 0.1);
    // No difference is a hair, so that the topic can be seen.
    const double tall = std::max(0.6, std::abs(y_of(value) - middle));
    drawing.box(value < 0 ? "c1" : "c0", x, value < 0 ? middle : middle - tall, slot * 0.8, tall,
                fmt::format("{}: {:+.4f}", topic, value));
  }
  return drawing.inside_page(
      plot.title, fmt::format("{} on {} topics, {} on {}, the same on {}.", plot.better, better,
                              plot.worse, worse, sorted.size() - better - worse));
}

}  // namespace noether::evaluation
