// A map of embedded expressions: dots in the colours of their clusters, as an SVG picture or as an
// HTML page to look around in. Neither needs anything from elsewhere. In the same way the formulas
// of an index are drawn in the colours of their topics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/evaluation/embedding/t_sne.h"
#include "noether/formula/formula_io.h"

namespace noether::evaluation {

struct MapPoint {
  Place place;
  std::uint32_t cluster = 0;
  std::string expression;
};

struct ClusterMap {
  std::string title;
  std::string description;            // what was drawn, and how
  std::vector<std::string> clusters;  // the initial expression of each, or the name of the topic;
                                      // one without a name is not in the legend
  std::vector<MapPoint> points;
  // A query and the points nearest to it in the embedding, best first; empty without a query.
  std::vector<std::size_t> query_and_found;
  formula::Notation notation = formula::Notation::Prefix;  // of the expressions
  // Clusters are topics, in the order of their frequency. Dots have the colours and shapes of
  // topics; after kTopicStyles of them come those without a topic, which are grey.
  bool is_by_topic = false;
};

inline constexpr std::size_t kTopicStyles = 12;

std::string map_svg(const ClusterMap& map);
// Shows the formula under the pointer; clusters can be singled out, and the picture moved and
// zoomed.
std::string map_html(const ClusterMap& map);

// #rrggbb, far from those of the clusters before it.
std::string cluster_colour(std::size_t cluster);
// Six colours that people with red-green blindness can distinguish, and with a contrast of three to
// both backgrounds; the second six topics have them again, as squares.
std::string topic_colour(std::size_t topic);
// The drawing of a dot of the cluster: an element without its end.
std::string map_mark(const ClusterMap& map, std::size_t cluster, double x, double y, double radius);
// The dots alone, in a square of this side. A dot has the class c0, c1, ... of its cluster.
std::string map_dots(const ClusterMap& map, double side);

}  // namespace noether::evaluation
