// A map of embedded expressions: dots in the colours of their clusters, as an SVG picture or as an
// HTML page to look around in. Neither needs anything from elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/evaluation/embedding/t_sne.h"

namespace noether::evaluation {

struct MapPoint {
  Place place;
  std::uint32_t cluster = 0;
  std::string expression;  // in prefix notation
};

struct ClusterMap {
  std::string title;
  std::string description;            // what was drawn, and how
  std::vector<std::string> clusters;  // the initial expression of each
  std::vector<MapPoint> points;
  // A query and the points nearest to it in the embedding, best first; none when nothing is asked.
  std::vector<std::size_t> query_and_found;
};

std::string map_svg(const ClusterMap& map);
// Shows the formula under the pointer; clusters can be singled out, and the picture moved and
// zoomed.
std::string map_html(const ClusterMap& map);

// #rrggbb, far from those of the clusters before it.
std::string cluster_colour(std::size_t cluster);
// The dots alone, in a square of this side. A dot has the class c0, c1, ... of its cluster.
std::string map_dots(const ClusterMap& map, double side);

}  // namespace noether::evaluation
