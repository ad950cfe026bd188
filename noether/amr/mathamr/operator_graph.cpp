// The paper makes graphs from a list of edges, not from the tree: an edge whose text is too long is
// dropped, and brackets close by comparing tags. Both show in its graphs, so both are done here.
#include "noether/amr/mathamr/operator_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

constexpr std::size_t kMostEdgeCharacters = 200;
constexpr std::string_view kEnd = "0!";  // in place of the child of a leaf

struct TangentEdge {
  std::string parent;
  std::string child;
  std::string place;  // of the child among its siblings
};

// 0-9, A-Z, a-z, and on through Unicode.
std::string place_name(std::size_t index) {
  if (index < 10) return std::string(1, static_cast<char>('0' + index));
  if (index < 36) return std::string(1, static_cast<char>('A' + (index - 10)));
  return base::encode_code_point(static_cast<char32_t>('a' + (index - 36)));
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Unknown symbols are variables, and operators with scripts are what the scripts hang on.
std::string plain_tag(std::string tag) {
  replace_all(tag, "-!", "V!");
  replace_all(tag, "+!", "");
  return tag;
}

std::size_t characters_in(std::string_view text) {
  const auto characters = base::code_points(text);
  return static_cast<std::size_t>(std::ranges::distance(characters.begin(), std::default_sentinel));
}

class EdgeList {
 public:
  std::vector<TangentEdge> take(const TangentNode& root) {
    std::string path;
    add(root, path);
    return std::move(edges_);
  }

 private:
  // The place of a node as Tangent-S says it: in runs when it is long.
  static std::string location(std::string_view path) {
    if (path.empty()) return "-";
    if (characters_in(path) <= 5) return std::string(path);
    std::string runs;
    std::string_view last;
    std::size_t count = 0;
    const auto end_run = [&] {
      if (count > 0) runs += fmt::format("{}{}", count, last);
    };
    for (const base::CodePoint& c : base::code_points(path)) {
      if (c.bytes != last) {
        end_run();
        last = path.substr(static_cast<std::size_t>(c.bytes.data() - path.data()), c.bytes.size());
        count = 0;
      }
      ++count;
    }
    end_run();
    return runs;
  }

  void add_edge(const std::string& parent, std::string_view child, std::string_view place,
                std::string_view path) {
    const std::size_t length = characters_in(parent) + characters_in(child) + characters_in(place) +
                               characters_in(location(path)) + 3;
    if (length > kMostEdgeCharacters) return;
    edges_.push_back({plain_tag(parent), plain_tag(std::string(child)), std::string(place)});
  }

  // Trees are as deep as formula/limits.h allows.
  void add(const TangentNode& node, std::string& path) {
    if (node.children.empty()) return add_edge(node.tag, kEnd, "0", path);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const std::string place = place_name(node.tag.starts_with('U') ? 0 : i);
      add_edge(node.tag, node.children[i].tag, place, path);
      path += place;
      add(node.children[i], path);
      path.resize(path.size() - place.size());
    }
  }

  std::vector<TangentEdge> edges_;
};

// "V3 / 𝑥" of "V!𝑥".
base::Result<std::string> graph_node(const std::string& tag, TypeCounts& counts) {
  const std::size_t mark = tag.find('!');
  if (mark == std::string::npos) {
    return base::fail(fmt::format("the node {} has no type", tag));
  }
  const std::string type = tag.substr(0, mark);
  const std::string_view rest = std::string_view(tag).substr(mark + 1);
  std::string node = fmt::format("{}{} / {}", type, ++counts[type], rest.substr(0, rest.find('!')));
  // In this order: a dollar sign is not replaced.
  replace_all(node, "(", "$");
  replace_all(node, ")", "$$");
  replace_all(node, ":", "$##$");
  return node;
}

}  // namespace

base::Result<std::string> write_operator_graph(const TangentNode& tree, TypeCounts& counts) {
  const std::vector<TangentEdge> edges = EdgeList().take(tree);
  if (edges.empty()) return base::fail("every edge is too long");
  auto root = graph_node(edges.front().parent, counts);
  if (!root) return root;
  std::string out = "(" + *root;
  std::vector<std::string_view> open = {edges.front().parent};
  bool after_leaf = false;
  for (const TangentEdge& edge : edges) {
    while (after_leaf && (open.empty() || open.back() != edge.parent)) {
      if (open.empty()) return base::fail(fmt::format("the node {} is missing", edge.parent));
      open.pop_back();
      out += ')';
    }
    after_leaf = edge.child == kEnd;
    if (after_leaf) {
      if (open.empty()) return base::fail(fmt::format("the node {} is missing", edge.parent));
      open.pop_back();
      out += ')';
      continue;
    }
    open.push_back(edge.child);
    auto node = graph_node(edge.child, counts);
    if (!node) return node;
    out += fmt::format(" :op{}({}", edge.place, *node);
  }
  return out.append(open.size(), ')');
}

}  // namespace noether::amr
