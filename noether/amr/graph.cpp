#include "noether/amr/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace noether::amr {
namespace {

// Roles whose names end like inverted roles.
constexpr std::array<std::string_view, 3> kNotInverted = {"consist-of", "prep-on-behalf-of",
                                                          "prep-out-of"};

}  // namespace

NodeId Graph::add_node(std::string concept_name, std::string variable) {
  nodes.push_back({std::move(variable), std::move(concept_name)});
  return static_cast<NodeId>(nodes.size() - 1);
}

void Graph::add_relation(NodeId source, std::string role, NodeId target) {
  edges.push_back({source, std::move(role), target});
}

void Graph::add_attribute(NodeId source, std::string role, std::string constant) {
  edges.push_back({source, std::move(role), kNoNode, std::move(constant)});
}

Graph join_sentences(std::span<const Graph> sentences) {
  if (sentences.size() == 1) return sentences.front();
  Graph joined;
  joined.add_node("multi-sentence");
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto first = static_cast<NodeId>(joined.nodes.size());
    for (const Node& node : sentences[i].nodes) joined.add_node(node.concept_name);
    for (const Edge& edge : sentences[i].edges) {
      if (edge.is_attribute()) {
        joined.add_attribute(first + edge.source, edge.role, edge.constant);
      } else {
        joined.add_relation(first + edge.source, edge.role, first + edge.target);
      }
    }
    joined.add_relation(0, fmt::format("snt{}", i + 1), first + sentences[i].root);
  }
  return joined;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    // A string of PENMAN must not contain a line break.
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

std::string without_quotes(std::string_view constant) {
  if (constant.size() < 2 || constant.front() != '"' || constant.back() != '"') {
    return std::string(constant);
  }
  std::string out;
  for (std::size_t i = 1; i + 1 < constant.size(); ++i) {
    if (constant[i] == '\\' && i + 2 < constant.size()) ++i;
    out += constant[i];
  }
  return out;
}

bool is_inverted(std::string_view role) {
  return role.size() > kInverse.size() && role.ends_with(kInverse) &&
         std::ranges::find(kNotInverted, role) == kNotInverted.end();
}

std::string inverse_role(std::string_view role) {
  if (!is_inverted(role)) return std::string(role) + std::string(kInverse);
  return std::string(role.substr(0, role.size() - kInverse.size()));
}

}  // namespace noether::amr
