#include "noether/egraph/drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/svg_writer.h"
#include "noether/base/utf8.h"

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
  // An edge ends at a node of the class and is clipped at the box.
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

namespace {

constexpr double kCharacterWidth = 8.5;
constexpr double kCellHeight = 26;
constexpr double kGap = 8;
constexpr double kRowHeight = 92;
constexpr double kMargin = 20;

struct Cell {
  std::string label;
  std::vector<ClassId> children;
  double x = 0;  // of the middle
  double width = 0;
};

struct Box {
  std::size_t row = 0;
  std::vector<Cell> cells;
  double x = 0;  // of the left side
  double width = 0;

  double top() const { return kMargin + static_cast<double>(row) * kRowHeight; }
  double bottom() const { return top() + kCellHeight + 2 * kGap; }
  double middle() const { return x + width / 2; }
};

class Drawing {
 public:
  Drawing(const EGraphCore& graph, const std::function<std::string(Symbol)>& name)
      : graph_(graph), name_(name) {}

  std::string draw(ClassId root) {
    collect(graph_.find(root));
    place();
    std::string svg;
    base::SvgWriter writer(svg);
    writer.picture().whole_size(width_, height_).set("font-family", "monospace");
    writer.set("font-size", "14").set("text-anchor", "middle").body().newline();
    for (const Box& box : boxes_) lines(box, writer);
    for (const Box& box : boxes_) cells(box, writer);
    writer.close("svg").newline();
    return svg;
  }

 private:
  void collect(ClassId root) {
    std::size_t drawn = 0;
    add_box(root, 0);
    for (std::size_t next = 0; next < boxes_.size() && drawn < kMaxDrawn; ++next) {
      graph_.for_each_node(ids_[next], [&](NodeId, const NodeView& view) {
        if (drawn++ >= kMaxDrawn) return;
        Cell cell{name_(view.symbol), {view.children.begin(), view.children.end()}, 0, 0};
        cell.width = static_cast<double>(base::count_characters(cell.label)) * kCharacterWidth + 14;
        boxes_[next].cells.push_back(std::move(cell));
        for (const ClassId child : view.children) add_box(graph_.find(child), boxes_[next].row + 1);
      });
    }
  }

  void add_box(ClassId id, std::size_t row) {
    if (!number_.emplace(id, boxes_.size()).second) return;
    ids_.push_back(id);
    boxes_.push_back(Box{.row = row, .cells = {}});
  }

  void place() {
    std::vector<double> row_width;
    for (Box& box : boxes_) {
      box.width = kGap;
      for (const Cell& cell : box.cells) box.width += cell.width + kGap;
      if (row_width.size() <= box.row) row_width.resize(box.row + 1, 0);
      row_width[box.row] += box.width + 2 * kGap;
      height_ = std::max(height_, box.bottom() + kMargin);
    }
    width_ = *std::ranges::max_element(row_width) + 2 * kMargin;
    std::vector<double> next_x;
    for (const double width : row_width) next_x.push_back((width_ - width) / 2 + kGap);
    for (Box& box : boxes_) {
      box.x = next_x[box.row];
      next_x[box.row] += box.width + 2 * kGap;
      double at = box.x + kGap;
      for (Cell& cell : box.cells) {
        cell.x = at + cell.width / 2;
        at += cell.width + kGap;
      }
    }
  }

  void lines(const Box& box, base::SvgWriter& svg) const {
    for (const Cell& cell : box.cells) {
      const double count = static_cast<double>(cell.children.size());
      for (std::size_t i = 0; i < cell.children.size(); ++i) {
        const auto target = number_.find(graph_.find(cell.children[i]));
        if (target == number_.end()) continue;
        const Box& child = boxes_[target->second];
        // Children leave a node side by side, in their order.
        const double from = cell.x + (static_cast<double>(i) - (count - 1) / 2) * 8;
        const double bend = child.row > box.row ? 30 : 60;
        base::SvgPath path;
        path.move(from, box.bottom() - kGap)
            .curve(from, box.bottom() + bend, child.middle(), child.top() - bend, child.middle(),
                   child.top());
        svg.tag("path").set("d", path).set("fill", "none").set("stroke", "#888").end().newline();
      }
    }
  }

  static void cells(const Box& box, base::SvgWriter& svg) {
    svg.tag("rect").box(box.x, box.top(), box.width, box.bottom() - box.top()).set("rx", "8");
    svg.set("fill", "#f4f6fa").set("fill-opacity", "0.8").set("stroke", "#557");
    svg.set("stroke-dasharray", "4 3").end().newline();
    for (const Cell& cell : box.cells) {
      svg.tag("rect").box(cell.x - cell.width / 2, box.top() + kGap, cell.width, kCellHeight);
      svg.set("rx", "5").set("fill", "#fff").set("stroke", "#333").end().newline();
      svg.tag("text").at(cell.x, box.top() + kGap + 18);
      svg.body().words(cell.label).close("text").newline();
    }
  }

  const EGraphCore& graph_;
  const std::function<std::string(Symbol)>& name_;
  std::vector<Box> boxes_;  // the root's first
  std::vector<ClassId> ids_;
  std::unordered_map<ClassId, std::size_t> number_;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

std::string to_svg(const EGraphCore& graph, ClassId root,
                   const std::function<std::string(Symbol)>& name) {
  return Drawing(graph, name).draw(root);
}

}  // namespace noether::egraph
