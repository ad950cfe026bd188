// Writes a graph as lines in an order that does not depend on the order in which the graph was
// written, so that tests can compare graphs.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "noether/amr/graph.h"

namespace noether::amr {

inline std::vector<std::string> sorted_triples(const Graph& graph) {
  std::vector<std::string> lines;
  for (const Node& node : graph.nodes) lines.push_back(node.variable + " / " + node.concept_name);
  for (const Edge& edge : graph.edges) {
    const std::string& target =
        edge.is_attribute() ? edge.constant : graph.nodes[edge.target].variable;
    lines.push_back(graph.nodes[edge.source].variable + " :" + edge.role + " " + target);
  }
  std::ranges::sort(lines);
  if (!graph.nodes.empty()) lines.push_back("root " + graph.nodes[graph.root].variable);
  return lines;
}

}  // namespace noether::amr
