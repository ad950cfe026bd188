#include "noether/evaluation/embedding/cluster_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "noether/base/mix.h"
#include "noether/base/svg_writer.h"
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

constexpr std::string_view kMapStyle =
    "text{font:12px system-ui,sans-serif;fill:#222}.t{font-size:16px;font-weight:600}"
    "line.found{stroke:#888;stroke-width:1}"
    "circle.found{fill:none;stroke:#444;stroke-width:1.5}"
    "circle.query{fill:none;stroke:#000;stroke-width:3}"
    ".page{fill:#fff}"
    "@media(prefers-color-scheme:dark){.page{fill:#1b1b1b}text{fill:#ddd}"
    "circle.found{stroke:#bbb}circle.query{stroke:#fff}}";

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

// The more dots there are, the smaller they are.
double radius_of(const ClusterMap& map) {
  return std::clamp(90 / std::sqrt(static_cast<double>(map.points.size()) + 1),
                    map.is_by_topic ? 0.8 : 1.6, 4.5);
}

void append_legend(const ClusterMap& map, base::SvgWriter& svg) {
  const std::size_t shown = std::min(map.clusters.size(), kMostInLegend);
  const auto place = [](std::size_t entry) {
    const std::size_t column = entry / kLegendRows;
    return std::pair(kDrawingSide + 20 + kLegendColumn * static_cast<double>(column),
                     kDrawingTop + 10 + kLegendRow * static_cast<double>(entry % kLegendRows));
  };
  for (std::size_t c = 0, row = 0; c < shown; ++c) {
    if (map.clusters[c].empty()) continue;
    const auto [x, y] = place(row++);
    svg.raw(map_mark(map, c, x, y - 4, 5)).end().tag("text").at(x + 12, y).body();
    svg.words(shortened(map.clusters[c], kLegendCharacters)).close("text").newline();
  }
  if (shown < map.clusters.size()) {
    svg.tag("text").at(kDrawingSide + 20,
                       kDrawingTop + 20 + kLegendRow * static_cast<double>(kLegendRows));
    svg.body().words(fmt::format("and {} more clusters", map.clusters.size() - shown));
    svg.close("text").newline();
  }
}

}  // namespace

std::string cluster_colour(std::size_t cluster) {
  // Steps of the golden angle never come near an earlier hue; lightness distinguishes similar ones.
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
  const std::string kind = fmt::format("c{}", cluster);
  std::string mark;
  base::SvgWriter svg(mark);
  if (map.is_by_topic && cluster >= kTopicStyles / 2 && cluster < kTopicStyles) {
    svg.tag("rect").set("class", kind).box(x - radius, y - radius, 2 * radius, 2 * radius);
  } else {
    svg.tag("circle").set("class", kind).circle(x, y, radius);
  }
  svg.set("fill", colour);
  return mark;
}

std::string map_dots(const ClusterMap& map, double side) {
  const Frame frame(map, side);
  const double radius = radius_of(map);
  std::string dots;
  base::SvgWriter svg(dots);
  for (std::size_t i = 1; i < map.query_and_found.size(); ++i) {
    const Place& from = map.points[map.query_and_found[0]].place;
    const Place& to = map.points[map.query_and_found[i]].place;
    svg.tag("line").set("class", "found");
    svg.ends(frame.x(from), frame.y(from), frame.x(to), frame.y(to)).end().newline();
  }
  for (const MapPoint& point : map.points) {
    const std::string mark =
        map_mark(map, point.cluster, frame.x(point.place), frame.y(point.place), radius);
    svg.raw(mark).body().element("title", point.expression);
    svg.close(mark.starts_with("<rect") ? "rect" : "circle").newline();
  }
  for (std::size_t i = 0; i < map.query_and_found.size(); ++i) {
    const Place& place = map.points[map.query_and_found[i]].place;
    svg.tag("circle").set("class", i == 0 ? "query" : "found");
    svg.circle(frame.x(place), frame.y(place), radius + (i == 0 ? 4 : 2)).end().newline();
  }
  return dots;
}

std::string map_svg(const ClusterMap& map) {
  const std::size_t in_legend = std::min(map.clusters.size(), kMostInLegend);
  const std::size_t columns = (in_legend + kLegendRows - 1) / kLegendRows;
  const double width = kDrawingSide + 20 + kLegendColumn * static_cast<double>(columns);
  const double height = kDrawingTop + kDrawingSide + 30;
  std::string picture;
  base::SvgWriter svg(picture);
  svg.picture().whole_size(width, height).view_box(width, height).set("role", "img").body();
  svg.newline().element("title", map.title).newline().element("desc", map.description).newline();
  svg.tag("style").body().raw(kMapStyle).close("style").newline();
  svg.tag("rect").set("class", "page").whole_size(width, height).end().newline();
  svg.tag("text").set("class", "t").set_whole("x", kMargin).set("y", "22").body();
  svg.words(map.title).close("text").newline();
  svg.tag("text").set_whole("x", kMargin).set("y", "42").body();
  svg.words(map.description).close("text").newline();
  svg.tag("g").set("transform", fmt::format("translate(0 {:.0f})", kDrawingTop)).body().newline();
  svg.raw(map_dots(map, kDrawingSide)).close("g").newline();
  append_legend(map, svg);
  svg.close("svg").newline();
  return picture;
}

namespace {

// Up to `most` members: the initial expression, then others in random order.
void add_members(const egen::MemberTable& table, std::size_t cluster, std::size_t most,
                 std::uint64_t seed, ClusterMap& map) {
  const std::uint64_t first = table.first_member(cluster);
  const std::uint64_t others = table.size_of(cluster) - 1;
  const auto label = static_cast<std::uint32_t>(map.clusters.size());
  map.clusters.emplace_back(table.expression(first));
  map.points.push_back({{}, label, map.clusters.back()});
  if (others == 0) return;
  const base::IndexShuffle shuffle(others, seed + cluster);
  for (std::uint64_t i = 0; i < others && i + 1 < most; ++i) {
    map.points.push_back({{}, label, std::string(table.expression(first + 1 + shuffle[i]))});
  }
}

// The query, then the points that are most similar to it.
std::vector<std::size_t> find_similar(const ClusterMap& map, std::size_t query,
                                      const Vectors& vectors, std::size_t how_many) {
  std::vector<float> similarity;
  inner_products(vectors, query, 1, vectors, similarity);
  std::vector<std::size_t> order(map.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase(order, query);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return similarity[a] != similarity[b] ? similarity[a] > similarity[b] : a < b;
  });
  order.resize(std::min(order.size(), how_many));
  order.insert(order.begin(), query);
  return order;
}

// The position of the query among the points. The query is added if it is missing.
std::size_t add_query(const std::string& query, ClusterMap& map) {
  const auto found = std::ranges::find(map.points, query, &MapPoint::expression);
  if (found != map.points.end()) return static_cast<std::size_t>(found - map.points.begin());
  map.points.push_back({{}, static_cast<std::uint32_t>(map.clusters.size()), query});
  map.clusters.push_back(query);
  return map.points.size() - 1;
}

}  // namespace

base::Result<ClusterMap> make_cluster_map(const egen::MemberTable& table,
                                          const Embedding& embedding, const MapOptions& options) {
  const std::size_t clusters = std::min(options.clusters, table.cluster_count());
  if (clusters == 0) return base::fail("the corpus has no clusters, so there is nothing to draw");
  if (clusters + 1 > kMostTsneVectors) {
    return base::fail(
        fmt::format("a map has at most {} expressions, and {} clusters were asked for",
                    kMostTsneVectors, clusters),
        {}, "draw fewer with --clusters");
  }
  const std::size_t members =
      std::clamp<std::size_t>(options.members, 1, (kMostTsneVectors - 1) / clusters);
  ClusterMap map;
  for (std::size_t c = 0; c < clusters; ++c) {
    add_members(table, c, members, options.placing.seed, map);
  }
  const std::size_t drawn = map.points.size();
  std::size_t query = 0;
  if (!options.query.empty()) query = add_query(options.query, map);

  const auto report = [&](std::string_view work, std::uint64_t done, std::uint64_t of) {
    if (options.on_progress) options.on_progress(work, done, of);
  };
  std::vector<std::string> texts;
  for (const MapPoint& point : map.points) texts.push_back(point.expression);
  const auto made = ExpressionVectors::make(
      embedding.embed, texts,
      [&](std::uint64_t done, std::uint64_t of) { report("expressions embedded", done, of); });
  if (!made) return std::unexpected(made.error());
  if (!options.query.empty() && !made->is_readable(options.query)) {
    return base::fail(
        fmt::format("{} cannot read `{}`: it is too long, has an operator that is not known, or "
                    "more variables than the model",
                    embedding.name, options.query));
  }
  const Vectors vectors = made->rows(texts);
  TsneOptions placing = options.placing;
  placing.on_iteration = [&](std::size_t done) {
    report("iterations of t-SNE", done, placing.iterations);
  };
  const TsneResult placed = t_sne(vectors, placing);
  for (std::size_t i = 0; i < map.points.size(); ++i) map.points[i].place = placed.places[i];
  if (!options.query.empty()) {
    map.query_and_found = find_similar(map, query, vectors, options.found);
  }
  map.title = fmt::format("{} clusters of equal expressions", clusters);
  map.description = fmt::format(
      "{} expressions{}{}, embedded by {} in {} dimensions, placed by t-SNE (perplexity "
      "{}, seed {}); corpus {}",
      drawn, members < options.members ? fmt::format(" (at most {} of a cluster)", members) : "",
      made->unreadable() > 0 ? fmt::format(" ({} of them unreadable)", made->unreadable()) : "",
      embedding.name, vectors.width(), placing.perplexity, placing.seed, table.digest().hex());
  return map;
}

}  // namespace noether::evaluation
