#include "noether/search/formula/tree_edit.h"

#include <algorithm>
#include <array>
#include <vector>

namespace noether::search {
namespace {

// Half edits, so that all costs are whole numbers.
constexpr std::uint32_t kEdit = 2;
constexpr std::uint32_t kSameType = 1;

// The nodes that come first when counted from the root, operands from the left, are kept: those
// before each node, and at the end all of them.
std::vector<std::uint16_t> count_kept(std::span<const FlatNode> nodes) {
  std::vector<std::uint16_t> number(nodes.size());
  std::vector<std::uint16_t> kept(nodes.size() + 1);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    std::uint32_t next = number[i] + std::uint32_t{nodes[i].size};
    for_each_operand(nodes, i, [&](std::size_t operand) {
      next -= nodes[operand].size;
      number[operand] = static_cast<std::uint16_t>(next);
    });
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    kept[i + 1] = static_cast<std::uint16_t>(kept[i] + (number[i] < TreeEdit::kMaxNodes ? 1 : 0));
  }
  return kept;
}

}  // namespace

void TreeEdit::Nodes::add(const FlatNode& node, std::size_t first) {
  labels[size] = node.label;
  types[size] = node.type;
  leftmost[size] = static_cast<std::uint32_t>(first);
  ++size;
}

void TreeEdit::Nodes::assign(std::span<const FlatNode> nodes) {
  size = 0;
  keyroot_count = 0;
  if (nodes.size() <= kMaxNodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) add(nodes[i], i + 1 - nodes[i].size);
  } else {
    const auto kept = count_kept(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (kept[i + 1] > kept[i]) add(nodes[i], kept[i + 1U - nodes[i].size]);
    }
  }
  // The last node of each line of first operands.
  std::array<bool, kMaxNodes> seen{};
  for (std::size_t i = size; i-- > 0;) {
    if (seen[leftmost[i]]) continue;
    seen[leftmost[i]] = true;
    keyroots[keyroot_count++] = static_cast<std::uint16_t>(i);
  }
  std::reverse(keyroots.begin(), keyroots.begin() + static_cast<std::ptrdiff_t>(keyroot_count));
}

// Fills `trees_` for all pairs of nodes on the lines of first operands below two keyroots.
void TreeEdit::compare_parts(std::size_t query_keyroot, std::size_t keyroot) {
  const std::size_t m = candidate_.size;
  const std::size_t width = m + 1;
  const std::size_t li = query_.leftmost[query_keyroot];
  const std::size_t lj = candidate_.leftmost[keyroot];
  std::uint32_t* row = forests_.data() + li * width;
  for (std::size_t j = lj; j <= keyroot + 1; ++j) {
    row[j] = static_cast<std::uint32_t>(j - lj) * kEdit;
  }
  for (std::size_t i = li; i <= query_keyroot; ++i) {
    const std::uint32_t* above = row;
    row += width;
    const std::uint32_t* below = forests_.data() + query_.leftmost[i] * width;
    const bool is_on_line = query_.leftmost[i] == li;
    std::uint32_t* trees = trees_.data() + i * m;
    const std::uint32_t* costs = costs_.data() + i * m;
    std::uint32_t left = above[lj] + kEdit;
    row[lj] = left;
    for (std::size_t j = lj; j <= keyroot; ++j) {
      const std::size_t first = candidate_.leftmost[j];
      const bool are_trees = is_on_line && first == lj;
      const std::uint32_t renamed = above[j] + costs[j];
      const std::uint32_t matched = below[first] + trees[j];
      // Only the last step waits for the cell on the left.
      const std::uint32_t other = std::min(above[j + 1] + kEdit, are_trees ? renamed : matched);
      left = std::min(left + kEdit, other);
      trees[j] = are_trees ? left : trees[j];
      row[j + 1] = left;
    }
  }
}

EditSimilarity TreeEdit::compare(std::span<const FlatNode> candidate) {
  candidate_.assign(candidate);
  const std::size_t n = query_.size;
  const std::size_t m = candidate_.size;
  if (n == 0 || m == 0) return {};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      const bool is_same = query_.labels[i] == candidate_.labels[j];
      const bool is_alike = query_.types[i] == candidate_.types[j];
      costs_[i * m + j] = is_same ? 0 : is_alike ? kSameType : kEdit;
    }
  }
  for (std::size_t k = 0; k < query_.keyroot_count; ++k) {
    for (std::size_t l = 0; l < candidate_.keyroot_count; ++l) {
      compare_parts(query_.keyroots[k], candidate_.keyroots[l]);
    }
  }
  const auto similarity = [&](std::size_t j) {
    const double nodes = static_cast<double>(n + j + 1 - candidate_.leftmost[j]);
    return 1 - trees_[(n - 1) * m + j] / (kEdit * nodes);
  };
  EditSimilarity result;
  result.whole = similarity(m - 1);
  for (std::size_t j = 0; j < m; ++j) result.part = std::max(result.part, similarity(j));
  return result;
}

}  // namespace noether::search
