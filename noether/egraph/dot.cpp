#include "noether/egraph/dot.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <vector>

namespace noether::egraph {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

}  // namespace

std::string to_dot(const EGraphCore& graph, const std::function<std::string(Symbol)>& name) {
  std::string text = "digraph egraph {\n  compound=true\n  clusterrank=local\n";
  auto out = std::back_inserter(text);
  // An edge ends at some node of a class and is clipped at the box.
  std::vector<NodeId> shown(graph.id_count(), kNoId);
  graph.for_each_class([&](ClassId id) {
    fmt::format_to(out, "  subgraph cluster_{} {{\n    style=dotted\n", id);
    graph.for_each_node(id, [&](NodeId node, const NodeView& view) {
      if (shown[id] == kNoId) shown[id] = node;
      fmt::format_to(out, "    n{}[label={}]\n", node, in_quotes(name(view.symbol)));
    });
    text += "  }\n";
  });
  graph.for_each_class([&](ClassId id) {
    graph.for_each_node(id, [&](NodeId node, const NodeView& view) {
      for (std::size_t i = 0; i < view.children.size(); ++i) {
        const ClassId child = view.children[i];
        if (shown[child] == kNoId) continue;
        fmt::format_to(out, "  n{} -> n{}[lhead=cluster_{}", node, shown[child], child);
        if (view.children.size() > 1) fmt::format_to(out, ", label={}", i + 1);
        text += "]\n";
      }
    });
  });
  return text + "}\n";
}

}  // namespace noether::egraph
