#include "noether/amr/smatch/triples.h"

#include <algorithm>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

// Keeps only these relations and their nodes.
template <typename Keep>
Triples part_of(const Graph& graph, Keep keep) {
  Triples part;
  std::vector<NodeId> number(graph.nodes.size(), kNoNode);
  const auto number_of = [&](NodeId node) {
    if (number[node] == kNoNode) {
      number[node] = static_cast<NodeId>(part.concepts.size());
      part.concepts.push_back(compared_name(graph.nodes[node].concept_name));
    }
    return number[node];
  };
  for (const Edge& edge : graph.edges) {
    if (edge.is_attribute() || !keep(edge)) continue;
    const NodeId source = number_of(edge.source);
    const NodeId target = number_of(edge.target);
    part.relations.push_back({source, compared_name(edge.role), target});
  }
  return part;
}

}  // namespace

std::string compared_name(std::string_view name) {
  std::string compared = lower_case(without_quotes(name));
  compared.erase(compared.find_last_not_of('_') + 1);
  return compared;
}

Triples triples_of(const Graph& graph) {
  Triples triples;
  triples.concepts.reserve(graph.nodes.size());
  for (const Node& node : graph.nodes) {
    triples.concepts.push_back(compared_name(node.concept_name));
  }
  if (!graph.nodes.empty()) triples.attributes.push_back({graph.root, "TOP", "top"});
  for (const Edge& edge : graph.edges) {
    std::string role = compared_name(edge.role);
    if (edge.is_attribute()) {
      triples.attributes.push_back({edge.source, std::move(role), compared_name(edge.constant)});
    } else if (role == "mod") {
      triples.relations.push_back({edge.target, "domain", edge.source});
    } else {
      triples.relations.push_back({edge.source, std::move(role), edge.target});
    }
  }
  return triples;
}

Triples without_roles(Triples triples) {
  for (Triples::Attribute& attribute : triples.attributes) {
    if (attribute.role != "TOP") attribute.role.clear();
  }
  for (Triples::Relation& relation : triples.relations) relation.role.clear();
  return triples;
}

Triples without_senses(Triples triples) {
  for (std::string& name : triples.concepts) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool has_sense = last != std::string::npos && last > 0 && last + 1 < name.size();
    if (has_sense && name[last] == '-') name.erase(last);
  }
  return triples;
}

Triples argument_triples(const Graph& graph) {
  return part_of(graph,
                 [](const Edge& edge) { return base::lowered(edge.role).starts_with("arg"); });
}

Triples reentrant_triples(const Graph& graph) {
  std::vector<std::size_t> parents(graph.nodes.size());
  for (const Edge& edge : graph.edges) {
    if (!edge.is_attribute()) ++parents[edge.target];
  }
  return part_of(graph, [&](const Edge& edge) { return parents[edge.target] > 1; });
}

}  // namespace noether::amr
