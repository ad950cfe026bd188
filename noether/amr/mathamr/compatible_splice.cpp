// The paper makes graphs from a list of edges, not from the tree: an edge whose text is too long is
// dropped, and brackets close by comparing tags. Both affect its graphs, so both are reproduced
// here.
#include "noether/amr/mathamr/compatible_splice.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

constexpr std::size_t kMostEdgeCharacters = 200;
constexpr std::string_view kEnd = "0!";  // in place of the child of a leaf

struct TangentEdge {
  std::string parent;
  std::string child;
  std::string place;  // place of the child among its siblings
};

// The place as one character: 0-9, A-Z, a-z, and then on through Unicode.
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

// Unknown symbols become variables, and operators with scripts get the name of the base of the
// scripts.
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
  // The place of a node as Tangent-S writes it; a long one is written in runs.
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

  // The recursion is bounded, because formula/limits.h bounds the depth of trees.
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

// Writes "V!𝑥" as "V3 / 𝑥".
base::Result<std::string> graph_node(const std::string& tag, TypeCounts& counts) {
  const std::size_t mark = tag.find('!');
  if (mark == std::string::npos) {
    return base::fail(fmt::format("the node {} has no type", tag));
  }
  const std::string type = tag.substr(0, mark);
  const std::string_view rest = std::string_view(tag).substr(mark + 1);
  std::string node = fmt::format("{}{} / {}", type, ++counts[type], rest.substr(0, rest.find('!')));
  // The order matters: a dollar sign that replaces a bracket is not replaced again.
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

namespace {

// A pattern of `before`, digits and `after`.
struct IdPattern {
  std::string_view before;
  std::string_view after;
};

struct FoundId {
  std::size_t begin;
  std::size_t end;
  std::string number;
};

std::optional<FoundId> find_id(std::string_view text, const IdPattern& pattern, std::size_t from) {
  for (std::size_t at = text.find(pattern.before, from); at != std::string_view::npos;
       at = text.find(pattern.before, at + 1)) {
    const std::size_t begin = at + pattern.before.size();
    std::size_t end = begin;
    while (end < text.size() && base::is_digit(text[end])) ++end;
    if (end > begin && text.substr(end).starts_with(pattern.after)) {
      return FoundId{at, end + pattern.after.size(), std::string(text.substr(begin, end - begin))};
    }
  }
  return std::nullopt;
}

// Repairs ids that lost a part in the parser.
std::string repair_ids(std::string text) {
  constexpr IdPattern kDamaged[] = {
      {"\"eqx", "eq\""}, {"\"eqx", "e\""}, {"\"eqx", "\""}, {"\"", "eqx\""}};
  for (const IdPattern& pattern : kDamaged) {
    std::string repaired;
    std::size_t from = 0;
    while (const auto found = find_id(text, pattern, from)) {
      repaired += text.substr(from, found->begin - from);
      repaired += "\"eqx" + found->number + "eqx\"";
      from = found->end;
    }
    text = repaired += text.substr(from);
  }
  return text;
}

// Returns the graph of a formula, or the variable of its root if it already occurs in the text.
// Returns nothing if the formula cannot be read.
class SplicedFormulas {
 public:
  SplicedFormulas(const FormulaTexts& formulas, TypeCounts& counts)
      : formulas_(formulas), counts_(counts) {}

  std::optional<std::string> next(const std::string& number) {
    if (const auto root = roots_.find(number); root != roots_.end()) return root->second;
    const auto given = formulas_.find(number);
    if (given == formulas_.end()) return std::nullopt;
    const auto tree = read_tangent_tree(given->second);
    if (!tree) return std::nullopt;
    auto graph = write_operator_graph(*tree, counts_);
    if (!graph) return std::nullopt;
    roots_.emplace(number, graph->substr(1, graph->find('/') - 1));
    return *std::move(graph);
  }

 private:
  const FormulaTexts& formulas_;
  TypeCounts& counts_;
  std::unordered_map<std::string, std::string> roots_;
};

// The text with all ids of the pattern replaced, in the order of the text.
std::string spliced(std::string_view text, const IdPattern& pattern, const FormulaTexts& formulas,
                    TypeCounts& counts) {
  SplicedFormulas graphs(formulas, counts);
  std::string out;
  std::size_t from = 0;
  while (const auto found = find_id(text, pattern, from)) {
    const auto graph = graphs.next(found->number);
    out += text.substr(from, found->begin - from);
    out += graph ? "MATH \n :math " + *graph
                 : std::string(text.substr(found->begin, found->end - found->begin));
    from = found->end;
  }
  return out += text.substr(from);
}

}  // namespace

std::string splice_compatibly(std::string_view graph, const FormulaTexts& formulas) {
  while (graph.starts_with('#')) {
    const std::size_t end = graph.find('\n');
    graph = end == std::string_view::npos ? std::string_view() : graph.substr(end + 1);
  }
  std::string text = repair_ids(lower_case(graph));
  TypeCounts counts;
  text = spliced(text, {"\"eqx", "eqx\""}, formulas, counts);
  return spliced(text, {"eqx", "eqx"}, formulas, counts);
}

}  // namespace noether::amr
