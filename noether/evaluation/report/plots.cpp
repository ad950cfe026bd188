#include "noether/evaluation/report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noether/base/svg_chart.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {
namespace {

constexpr double kCurveSide = 300;
constexpr double kCurveLeft = 46;
constexpr double kCurveTop = 48;
constexpr double kCurveBottom = 40;
constexpr double kCurveRow = 18;
constexpr std::size_t kCurveNameCharacters = 28;

}  // namespace

std::string draw(const CurvePlot& plot) {
  double widest = 0;
  for (const CurvePlot::Curve& curve : plot.curves) {
    widest = std::max(widest, label_width(shortened(curve.name, kCurveNameCharacters)));
  }
  const double height =
      std::max(kCurveTop + kCurveSide + kCurveBottom,
               kCurveTop + kCurveRow * static_cast<double>(plot.curves.size()) + kCurveBottom);
  SvgDrawing drawing(kCurveLeft + kCurveSide + 34 + widest + 12, height);
  const auto x_of = [](double x) { return kCurveLeft + std::clamp(x, 0.0, 1.0) * kCurveSide; };
  const auto y_of = [](double y) { return kCurveTop + (1 - std::clamp(y, 0.0, 1.0)) * kCurveSide; };
  drawing.text("head", 0, 16, "start", plot.title);
  for (int i = 0; i <= 5; ++i) {
    const double at = i / 5.0;
    drawing.line("grid", x_of(0), y_of(at), x_of(1), y_of(at));
    drawing.line("grid", x_of(at), y_of(0), x_of(at), y_of(1));
    drawing.text("label", x_of(0) - 6, y_of(at) + 4, "end", fmt::format("{:.1f}", at));
    drawing.text("label", x_of(at), y_of(0) + 15, "middle", fmt::format("{:.1f}", at));
  }
  drawing.line("axis", x_of(0), y_of(0), x_of(1), y_of(0));
  drawing.line("axis", x_of(0), y_of(0), x_of(0), y_of(1));
  drawing.text("label", x_of(1), y_of(0) + 32, "end", plot.x_title);
  drawing.text("label", x_of(0) - 6, kCurveTop - 12, "start", plot.y_title);
  for (std::size_t c = 0; c < plot.curves.size(); ++c) {
    const CurvePlot::Curve& curve = plot.curves[c];
    if (!curve.points.empty()) {
      drawing.begin_path(series_class(c));
      for (const auto& [x, y] : curve.points) drawing.path_to(x_of(x), y_of(y));
      drawing.end_path(curve.name);
      for (const auto& [x, y] : curve.points) {
        drawing.dot(fmt::format("c{}", c % kPlotColours), x_of(x), y_of(y), 2.2,
                    fmt::format("{}: {:.4f} at {:.1f}", curve.name, y, x));
      }
    }
    const double row = kCurveTop + kCurveRow * static_cast<double>(c) + 8;
    drawing.begin_path(series_class(c));
    drawing.path_to(x_of(1) + 10, row);
    drawing.path_to(x_of(1) + 28, row);
    drawing.end_path();
    drawing.text("label", x_of(1) + 34, row + 4, "start",
                 shortened(curve.name, kCurveNameCharacters));
  }
  std::string description = fmt::format("{} over {}.", plot.y_title, plot.x_title);
  for (const CurvePlot::Curve& curve : plot.curves) {
    if (curve.points.empty()) continue;
    description += fmt::format(" {}: from {:.3f} to {:.3f}.", curve.name,
                               curve.points.front().second, curve.points.back().second);
  }
  return drawing.inside_page(plot.title, description);
}

namespace {

constexpr double kDifferenceWidth = 560;
constexpr double kDifferencePlot = 170;
constexpr double kDifferenceLeft = 46;
constexpr double kDifferenceTop = 46;
constexpr double kDifferenceBottom = 24;

// The number with a true minus sign.
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
    // A difference of 0 is a thin line, so that the topic can be seen.
    const double tall = std::max(0.6, std::abs(y_of(value) - middle));
    drawing.box(value < 0 ? "c1" : "c0", x, value < 0 ? middle : middle - tall, slot * 0.8, tall,
                fmt::format("{}: {:+.4f}", topic, value));
  }
  return drawing.inside_page(
      plot.title, fmt::format("{} on {} topics, {} on {}, the same on {}.", plot.better, better,
                              plot.worse, worse, sorted.size() - better - worse));
}

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
      // Dots with the same value are spread over five lines.
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
