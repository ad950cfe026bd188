#include "noether/evaluation/embedding/cluster_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "noether/base/xml_text.h"
#include "noether/evaluation/report/svg_drawing.h"

namespace noether::evaluation {
namespace {

constexpr double kDrawingSide = 720;
constexpr double kMargin = 16;
constexpr double kDrawingTop = 52;  // title and description
constexpr double kLegendRow = 17;
constexpr double kLegendColumn = 250;
constexpr std::size_t kLegendRows = 42;
constexpr std::size_t kMostInLegend = 3 * kLegendRows;
constexpr std::size_t kLegendCharacters = 34;

// Maps places into a square, keeping their proportions.
class Frame {
 public:
  Frame(const ClusterMap& map, double side) {
    Place low{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
    Place high{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()};
    for (const MapPoint& point : map.points) {
      low = {std::min(low.x, point.place.x), std::min(low.y, point.place.y)};
      high = {std::max(high.x, point.place.x), std::max(high.y, point.place.y)};
    }
    const double extent = std::max(static_cast<double>(high.x) - static_cast<double>(low.x),
                                   static_cast<double>(high.y) - static_cast<double>(low.y));
    scale_ = extent > 0 ? (side - 2 * kMargin) / extent : 1;
    middle_x_ = (static_cast<double>(low.x) + static_cast<double>(high.x)) / 2;
    middle_y_ = (static_cast<double>(low.y) + static_cast<double>(high.y)) / 2;
    half_ = side / 2;
  }
  double x(const Place& place) const {
    return half_ + (static_cast<double>(place.x) - middle_x_) * scale_;
  }
  double y(const Place& place) const {
    return half_ - (static_cast<double>(place.y) - middle_y_) * scale_;
  }

 private:
  double scale_ = 1;
  double middle_x_ = 0;
  double middle_y_ = 0;
  double half_ = 0;
};

std::string hex_colour(double hue, double saturation, double lightness) {
  const double strength = saturation * std::min(lightness, 1 - lightness);
  const auto channel = [&](double n) {
    const double k = std::fmod(n + hue / 30, 12.0);
    const double value = lightness - strength * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    return static_cast<int>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(8), channel(4));
}

// More dots are smaller ones.
double radius_of(const ClusterMap& map) {
  return std::clamp(90 / std::sqrt(static_cast<double>(map.points.size()) + 1),
                    map.is_by_topic ? 0.8 : 1.6, 4.5);
}

void append_legend(const ClusterMap& map, std::string& svg) {
  const std::size_t shown = std::min(map.clusters.size(), kMostInLegend);
  const auto place = [](std::size_t entry) {
    const std::size_t column = entry / kLegendRows;
    return std::pair(kDrawingSide + 20 + kLegendColumn * static_cast<double>(column),
                     kDrawingTop + 10 + kLegendRow * static_cast<double>(entry % kLegendRows));
  };
  for (std::size_t c = 0, row = 0; c < shown; ++c) {
    if (map.clusters[c].empty()) continue;
    const auto [x, y] = place(row++);
    fmt::format_to(std::back_inserter(svg), "{}/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                   map_mark(map, c, x, y - 4, 5), x + 12, y,
                   base::xml_text(shortened(map.clusters[c], kLegendCharacters)));
  }
  if (shown < map.clusters.size()) {
    fmt::format_to(
        std::back_inserter(svg), "<text x=\"{:.1f}\" y=\"{:.1f}\">and {} more clusters</text>\n",
        kDrawingSide + 20, kDrawingTop + 20 + kLegendRow * static_cast<double>(kLegendRows),
        map.clusters.size() - shown);
  }
}

}  // namespace

std::string cluster_colour(std::size_t cluster) {
  // Steps of the golden angle never come near an earlier hue; lightness tells those that do.
  const double hue = std::fmod(210 + 137.508 * static_cast<double>(cluster), 360);
  constexpr std::array<double, 3> kLightness{0.47, 0.62, 0.36};
  return hex_colour(hue, 0.68, kLightness[cluster / 8 % kLightness.size()]);
}

std::string topic_colour(std::size_t topic) {
  constexpr std::array<std::string_view, 6> kColours{"#0072b2", "#c75000", "#008563",
                                                     "#b0508c", "#8a7000", "#3d7fc4"};
  return std::string(topic < kTopicStyles ? kColours[topic % kColours.size()] : "#8a8a8a");
}

std::string map_mark(const ClusterMap& map, std::size_t cluster, double x, double y,
                     double radius) {
  const std::string colour = map.is_by_topic ? topic_colour(cluster) : cluster_colour(cluster);
  if (map.is_by_topic && cluster >= kTopicStyles / 2 && cluster < kTopicStyles) {
    return fmt::format(
        "<rect class=\"c{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "fill=\"{}\"",
        cluster, x - radius, y - radius, 2 * radius, 2 * radius, colour);
  }
  return fmt::format("<circle class=\"c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"",
                     cluster, x, y, radius, colour);
}

std::string map_dots(const ClusterMap& map, double side) {
  const Frame frame(map, side);
  const double radius = radius_of(map);
  std::string svg;
  const auto out = std::back_inserter(svg);
  for (std::size_t i = 1; i < map.query_and_found.size(); ++i) {
    const Place& from = map.points[map.query_and_found[0]].place;
    const Place& to = map.points[map.query_and_found[i]].place;
    fmt::format_to(
        out, "<line class=\"found\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
        frame.x(from), frame.y(from), frame.x(to), frame.y(to));
  }
  for (const MapPoint& point : map.points) {
    const std::string mark =
        map_mark(map, point.cluster, frame.x(point.place), frame.y(point.place), radius);
    fmt::format_to(out, "{}><title>{}</title></{}>\n", mark, base::xml_text(point.expression),
                   mark.starts_with("<rect") ? "rect" : "circle");
  }
  for (std::size_t i = 0; i < map.query_and_found.size(); ++i) {
    const Place& place = map.points[map.query_and_found[i]].place;
    fmt::format_to(out, "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                   i == 0 ? "query" : "found", frame.x(place), frame.y(place),
                   radius + (i == 0 ? 4 : 2));
  }
  return svg;
}

std::string map_svg(const ClusterMap& map) {
  const std::size_t in_legend = std::min(map.clusters.size(), kMostInLegend);
  const std::size_t columns = (in_legend + kLegendRows - 1) / kLegendRows;
  const double width = kDrawingSide + 20 + kLegendColumn * static_cast<double>(columns);
  const double height = kDrawingTop + kDrawingSide + 30;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n<title>{2}</title>\n<desc>{3}</desc>\n"
      "<style>text{{font:12px system-ui,sans-serif;fill:#222}}.t{{font-size:16px;font-weight:600}}"
      "line.found{{stroke:#888;stroke-width:1}}"
      "circle.found{{fill:none;stroke:#444;stroke-width:1.5}}"
      "circle.query{{fill:none;stroke:#000;stroke-width:3}}"
      ".page{{fill:#fff}}"
      "@media(prefers-color-scheme:dark){{.page{{fill:#1b1b1b}}text{{fill:#ddd}}"
      "circle.found{{stroke:#bbb}}circle.query{{stroke:#fff}}}}</style>\n"
      "<rect class=\"page\" width=\"{0:.0f}\" height=\"{1:.0f}\"/>\n"
      "<text class=\"t\" x=\"{4:.0f}\" y=\"22\">{2}</text>\n"
      "<text x=\"{4:.0f}\" y=\"42\">{3}</text>\n",
      width, height, base::xml_text(map.title), base::xml_text(map.description), kMargin);
  svg += fmt::format("<g transform=\"translate(0 {:.0f})\">\n", kDrawingTop);
  svg += map_dots(map, kDrawingSide);
  svg += "</g>\n";
  append_legend(map, svg);
  return svg + "</svg>\n";
}

}  // namespace noether::evaluation
