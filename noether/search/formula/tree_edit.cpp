#include "noether/search/formula/tree_edit.h"

#include <algorithm>
#include <vector>

namespace noether::search {
namespace {

// Costs are in half edits, so that all are integers; a tree has too few nodes for 16 bits to
// overflow.
constexpr std::uint16_t kEdit = 2;
constexpr std::uint8_t kSameType = 1;
static_assert(kEdit * 2 * FlatTree::kMaxNodes < 0xFFFF);

// The position of a root, which is compatible with any other.
constexpr std::uint16_t kAnywhere = 0xFFFF;

std::uint16_t place_of(std::span<const FlatNode> nodes, const FlatNode& node) {
  if (node.parent == FlatTree::kNoParent) return kAnywhere;
  return nodes[node.parent].apart ? static_cast<std::uint16_t>(node.operand + 1) : 0;
}

// Numbers of the nodes when counted from the root, operands from the left.
std::vector<std::uint16_t> numbers_from_root(std::span<const FlatNode> nodes) {
  std::vector<std::uint16_t> numbers(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    std::uint32_t next = numbers[i] + std::uint32_t{nodes[i].size};
    for_each_operand(nodes, i, [&](std::size_t operand) {
      next -= nodes[operand].size;
      numbers[operand] = static_cast<std::uint16_t>(next);
    });
  }
  return numbers;
}

}  // namespace

void TreeEdit::Nodes::assign_first(std::span<const FlatNode> nodes, std::size_t count) {
  labels.clear();
  types.clear();
  places.clear();
  leftmost.clear();
  const auto add = [&](const FlatNode& node, std::size_t first) {
    labels.push_back(node.label);
    types.push_back(node.fixed ? node.label : node.type);
    places.push_back(place_of(nodes, node));
    leftmost.push_back(static_cast<std::uint16_t>(first));
  };
  if (count >= nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) add(nodes[i], i + 1 - nodes[i].size);
    return;
  }
  const auto numbers = numbers_from_root(nodes);
  std::vector<std::size_t> kept_before(nodes.size() + 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    kept_before[i + 1] = kept_before[i] + (numbers[i] < count ? 1 : 0);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (numbers[i] < count) add(nodes[i], kept_before[i + 1 - nodes[i].size]);
  }
}

std::size_t TreeEdit::Nodes::find_keyroots() {
  keyroots.clear();
  std::size_t work = 0;
  std::vector<bool> seen(size());
  for (std::size_t i = size(); i-- > 0;) {
    if (seen[leftmost[i]]) continue;
    seen[leftmost[i]] = true;
    keyroots.push_back(static_cast<std::uint16_t>(i));
    work += i + 1 - leftmost[i];
  }
  std::ranges::reverse(keyroots);
  return work;
}

void TreeEdit::Nodes::assign(std::span<const FlatNode> nodes) {
  std::size_t count = nodes.size();
  assign_first(nodes, count);
  while (find_keyroots() > kMaxWork) {
    count = count * 3 / 4;
    assign_first(nodes, count);
  }
}

void TreeEdit::set_costs() {
  const std::size_t n = query_.size();
  const std::size_t m = candidate_.size();
  costs_.resize(n * m);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t label = query_.labels[i];
    const std::uint64_t type = query_.types[i];
    const std::uint16_t place = query_.places[i];
    std::uint8_t* row = costs_.data() + i * m;
    for (std::size_t j = 0; j < m; ++j) {
      const bool moves = place != kAnywhere && place != candidate_.places[j];
      const bool is_same = label == candidate_.labels[j] && !moves;
      const bool is_alike = type == candidate_.types[j];
      row[j] = is_same ? 0 : is_alike ? kSameType : std::uint8_t{kEdit};
    }
  }
}

// Fills `trees_` for all pairs of nodes on the lines of first operands below two keyroots.
void TreeEdit::compare_parts(std::size_t query_keyroot, std::size_t keyroot) {
  const std::size_t m = candidate_.size();
  const std::size_t width = m + 1;
  const std::size_t li = query_.leftmost[query_keyroot];
  const std::size_t lj = candidate_.leftmost[keyroot];
  const std::uint16_t* const leftmost = candidate_.leftmost.data();
  std::uint16_t* row = forests_.data() + li * width;
  for (std::size_t j = lj; j <= keyroot + 1; ++j) {
    row[j] = static_cast<std::uint16_t>((j - lj) * kEdit);
  }
  for (std::size_t i = li; i <= query_keyroot; ++i) {
    const std::uint16_t* const above = row;
    row += width;
    const std::uint16_t* const below = forests_.data() + query_.leftmost[i] * width;
    const bool is_on_line = query_.leftmost[i] == li;
    std::uint16_t* const trees = trees_.data() + i * m;
    const std::uint8_t* const costs = costs_.data() + i * m;
    std::uint32_t left = above[lj] + kEdit;
    row[lj] = static_cast<std::uint16_t>(left);
    // Only the last step of each cell depends on the cell on its left.
    if (!is_on_line) {
      for (std::size_t j = lj; j <= keyroot; ++j) {
        const std::uint32_t matched = std::uint32_t{below[leftmost[j]]} + trees[j];
        const std::uint32_t from_above = std::min(std::uint32_t{above[j + 1]} + kEdit, matched);
        left = std::min(left + kEdit, from_above);
        row[j + 1] = static_cast<std::uint16_t>(left);
      }
      continue;
    }
    // Whether both parts begin on the same lines as the cell is a choice without a branch, because
    // a branch would be mispredicted too often.
    for (std::size_t j = lj; j <= keyroot; ++j) {
      const std::size_t first = leftmost[j];
      const std::uint32_t are_trees = first == lj ? 0xFFFFU : 0U;
      const std::uint32_t renamed = std::uint32_t{above[j]} + costs[j];
      const std::uint32_t matched = std::uint32_t{below[first]} + trees[j];
      const std::uint32_t other = (renamed & are_trees) | (matched & ~are_trees);
      const std::uint32_t from_above = std::min(std::uint32_t{above[j + 1]} + kEdit, other);
      left = std::min(left + kEdit, from_above);
      trees[j] = static_cast<std::uint16_t>((left & are_trees) | (trees[j] & ~are_trees));
      row[j + 1] = static_cast<std::uint16_t>(left);
    }
  }
}

EditSimilarity TreeEdit::compare(std::span<const FlatNode> candidate) {
  candidate_.assign(candidate);
  const std::size_t n = query_.size();
  const std::size_t m = candidate_.size();
  if (n == 0 || m == 0) return {};
  set_costs();
  trees_.resize(n * m);
  forests_.resize((n + 1) * (m + 1));
  for (const std::uint16_t own : query_.keyroots) {
    for (const std::uint16_t other : candidate_.keyroots) compare_parts(own, other);
  }
  const auto similarity = [&](std::size_t j) {
    const auto nodes = static_cast<double>(n + j + 1 - candidate_.leftmost[j]);
    return 1 - trees_[(n - 1) * m + j] / (kEdit * nodes);
  };
  EditSimilarity result;
  result.whole = similarity(m - 1);
  for (std::size_t j = 0; j < m; ++j) result.part = std::max(result.part, similarity(j));
  return result;
}

}  // namespace noether::search
