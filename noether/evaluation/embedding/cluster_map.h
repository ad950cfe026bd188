// A map of embedded expressions: dots in the colours of their clusters, as an SVG picture or as an
// interactive HTML page. Both are self-contained. The formulas of an index are drawn in the same
// way, in the colours of their topics. For a map of a corpus, some of its clusters are chosen,
// embedded, and placed by t-SNE.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/training/member_table.h"
#include "noether/evaluation/embedding/expression_vectors.h"
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
  std::string description;            // the contents of the map, and how it was made
  std::vector<std::string> clusters;  // the initial expression of each cluster, or the name of the
                                      // topic; a cluster without a name is left out of the legend
  std::vector<MapPoint> points;
  // A query and the points nearest to it in the embedding, best first; empty if there is no query.
  std::vector<std::size_t> query_and_found;
  formula::Notation notation = formula::Notation::Prefix;  // of the expressions
  // Clusters are topics, in the order of their frequency. Dots have the colours and shapes of
  // topics; clusters from kTopicStyles on have no topic, and are grey.
  bool is_by_topic = false;
};

inline constexpr std::size_t kTopicStyles = 12;

std::string map_svg(const ClusterMap& map);
// The page shows the formula under the pointer, can single out clusters, and can be moved and
// zoomed.
std::string map_html(const ClusterMap& map);

// A colour #rrggbb that is far from those of the clusters before it.
std::string cluster_colour(std::size_t cluster);
// Six colours that people with red-green blindness can distinguish, with a contrast of three to
// both backgrounds. The second six topics have the same colours, as squares.
std::string topic_colour(std::size_t topic);
// The drawing of a dot of the cluster: an element without its end.
std::string map_mark(const ClusterMap& map, std::size_t cluster, double x, double y, double radius);
// Draws only the dots, in a square of this side. A dot has the class c0, c1, ... of its cluster.
std::string map_dots(const ClusterMap& map, double side);

struct MapOptions {
  std::size_t clusters = 17;  // the first of the corpus, as many as in the paper's Figure 3
  std::size_t members = 40;   // per cluster: its initial expression, and others drawn by the seed
  std::string query;          // prefix notation, shown with the nearest expressions; may be empty
  std::size_t found = 4;      // how many of these are shown, as in Figure 4
  TsneOptions placing;
  std::function<void(std::string_view work, std::uint64_t done, std::uint64_t of)> on_progress = {};
};

// If there are more expressions than t-SNE can place, fewer members of each cluster are shown; the
// description gives their number.
base::Result<ClusterMap> make_cluster_map(const egen::MemberTable& table,
                                          const Embedding& embedding, const MapOptions& options);

}  // namespace noether::evaluation
