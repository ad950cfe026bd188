#include <fmt/format.h>

#include <algorithm>

#include "noether/evaluation/report/plots.h"
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

}  // namespace noether::evaluation
