#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noether/base/svg_chart.h"
#include "noether/evaluation/report/plots.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {
namespace {

constexpr double kDistributionWidth = 560;
constexpr double kDistributionTop = 34;
constexpr double kDistributionRow = 34;
constexpr double kDistributionBottom = 40;
constexpr std::size_t kDistributionNameCharacters = 24;

}  // namespace

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - std::floor(at)) * (sorted[below + 1] - sorted[below]);
}

std::string draw(const DistributionPlot& plot) {
  double widest = 0;
  double most = 1;
  for (const DistributionPlot::Values& system : plot.systems) {
    widest = std::max(widest, label_width(shortened(system.name, kDistributionNameCharacters)));
    for (const auto& [topic, value] : system.topics) most = std::max(most, value);
  }
  const double step = base::axis_step(most, 5);
  const double end = std::ceil(most / step - 1e-9) * step;
  const double left = widest + 12;
  const double right = kDistributionWidth - 12;
  const double bottom =
      kDistributionTop + kDistributionRow * static_cast<double>(plot.systems.size());
  SvgDrawing drawing(kDistributionWidth, bottom + kDistributionBottom);
  const auto x_of = [&](double value) {
    return left + std::clamp(value / end, 0.0, 1.0) * (right - left);
  };
  drawing.text("head", 0, 16, "start", plot.title);
  for (int i = 0; step * i <= end * (1 + 1e-9); ++i) {
    const double x = x_of(step * i);
    drawing.line("grid", x, kDistributionTop, x, bottom);
    drawing.text("label", x, bottom + 15, "middle", fmt::format("{:.3g}", step * i));
  }
  drawing.text("label", right, bottom + 32, "end",
               plot.value_title + "; box: the middle half, bar: median, ring: mean");
  std::string description = plot.value_title + " by topic.";
  for (std::size_t s = 0; s < plot.systems.size(); ++s) {
    const DistributionPlot::Values& system = plot.systems[s];
    const double y = kDistributionTop + kDistributionRow * (static_cast<double>(s) + 0.5);
    const std::string colour = fmt::format("c{}", s % kPlotColours);
    drawing.text("label", left - 8, y + 4, "end",
                 shortened(system.name, kDistributionNameCharacters));
    if (system.topics.empty()) continue;
    std::vector<double> sorted;
    double sum = 0;
    for (std::size_t t = 0; t < system.topics.size(); ++t) {
      const auto& [topic, value] = system.topics[t];
      sorted.push_back(value);
      sum += value;
      // Dots of the same value are spread over five lines.
      const double shift = (static_cast<double>(t % 5) - 2) * 4;
      drawing.dot(colour + " faint", x_of(value), y + shift, 2.4,
                  fmt::format("{}, {}: {:.4f}", system.name, topic, value));
    }
    std::ranges::sort(sorted);
    const double low = quantile(sorted, 0.25);
    const double median = quantile(sorted, 0.5);
    const double high = quantile(sorted, 0.75);
    const double mean = sum / static_cast<double>(sorted.size());
    const std::string tip = fmt::format("{}: mean {:.4f}, quartiles {:.4f}, {:.4f}, {:.4f}",
                                        system.name, mean, low, median, high);
    drawing.box(colour + " frame", x_of(low), y - 11, x_of(high) - x_of(low), 22);
    drawing.line(colour + " stroke thick", x_of(median), y - 11, x_of(median), y + 11);
    drawing.dot(colour + " frame", x_of(mean), y, 4.5, tip);
    description += " " + tip + ".";
  }
  return drawing.inside_page(plot.title, description);
}

}  // namespace noether::evaluation
