#include "noether/formula/notation/tidy_layout.h"

#include <algorithm>
#include <utility>

namespace noether::formula {
namespace {

struct Extent {
  double left;
  double right;
};

// The outline of a subtree, from its lowest level up to its root; x is relative to the root.
using Outline = std::vector<Extent>;

// How far right of `left` the root of `right` must stand.
double distance(const Outline& left, const Outline& right, double gap) {
  double needed = 0;
  const std::size_t levels = std::min(left.size(), right.size());
  for (std::size_t i = 1; i <= levels; ++i) {
    needed = std::max(needed, left[left.size() - i].right - right[right.size() - i].left + gap);
  }
  return needed;
}

void merge(Outline& into, Outline&& other, double shift) {
  for (Extent& extent : other) {
    extent.left += shift;
    extent.right += shift;
  }
  const std::size_t levels = std::min(into.size(), other.size());
  for (std::size_t i = 1; i <= levels; ++i) {
    into[into.size() - i].right = other[other.size() - i].right;
  }
  if (other.size() > into.size()) {
    into.insert(into.begin(), other.begin(),
                other.begin() + static_cast<std::ptrdiff_t>(other.size() - levels));
  }
}

}  // namespace

double tidy_layout(std::span<TidyNode> nodes, double gap) {
  if (nodes.empty()) return 0;
  std::vector<Outline> outlines(nodes.size());
  // Children come after their parents, so the last node has none.
  for (std::size_t i = nodes.size(); i-- > 0;) {
    TidyNode& node = nodes[i];
    Outline below;
    for (std::size_t k = 0; k < node.children.size(); ++k) {
      Outline outline = std::exchange(outlines[node.children[k]], {});
      double at = 0;
      if (k == 0) {
        below = std::move(outline);
      } else {
        at = distance(below, outline, gap);
        merge(below, std::move(outline), at);
      }
      nodes[node.children[k]].x = at;
    }
    if (!node.children.empty()) {
      const double middle = (nodes[node.children.front()].x + nodes[node.children.back()].x) / 2;
      for (const std::size_t child : node.children) nodes[child].x -= middle;
      for (Extent& extent : below) {
        extent.left -= middle;
        extent.right -= middle;
      }
    }
    below.push_back({-node.width / 2, node.width / 2});
    outlines[i] = std::move(below);
  }
  double left = 0;
  double right = 0;
  for (const Extent& extent : outlines[0]) {
    left = std::min(left, extent.left);
    right = std::max(right, extent.right);
  }
  nodes[0].x = -left;
  for (const TidyNode& node : nodes) {
    for (const std::size_t child : node.children) nodes[child].x += node.x;
  }
  return right - left;
}

}  // namespace noether::formula
