#include "noether/search/formula/tree_edit.h"

#include <algorithm>
#include <array>

namespace noether::search {
namespace {

// Half edits, so that all costs are whole numbers.
constexpr std::uint16_t kEdit = 2;
constexpr std::uint8_t kSameType = 1;

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

void TreeEdit::Nodes::assign(std::span<const FlatNode> nodes) {
  labels.clear();
  types.clear();
  leftmost.clear();
  keyroots.clear();
  const bool is_large = nodes.size() > kMaxNodes;
  std::vector<std::uint16_t> kept_before;  // of large trees, how many nodes before each are kept
  const auto is_kept = [&](std::size_t i) {
    return !is_large || kept_before[i + 1] > kept_before[i];
  };
  if (is_large) kept_before = count_kept(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!is_kept(i)) continue;
    labels.push_back(nodes[i].label);
    types.push_back(nodes[i].type);
    const std::size_t first = i + 1 - nodes[i].size;
    leftmost.push_back(is_large ? kept_before[first] : static_cast<std::uint16_t>(first));
  }
  // The last node of each line of first operands.
  std::array<bool, kMaxNodes> seen{};
  for (std::size_t i = labels.size(); i-- > 0;) {
    if (seen[leftmost[i]]) continue;
    seen[leftmost[i]] = true;
    keyroots.push_back(static_cast<std::uint16_t>(i));
  }
  std::ranges::reverse(keyroots);
}

EditSimilarity TreeEdit::compare(std::span<const FlatNode> query,
                                 std::span<const FlatNode> candidate) {
  query_.assign(query);
  candidate_.assign(candidate);
  const std::size_t n = query_.size();
  const std::size_t m = candidate_.size();
  if (n == 0 || m == 0) return {};
  costs_.resize(n * m);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      costs_[i * m + j] = query_.labels[i] == candidate_.labels[j] ? 0
                          : query_.types[i] == candidate_.types[j] ? kSameType
                                                                   : std::uint8_t{kEdit};
    }
  }
  trees_.resize(n * m);
  const std::size_t width = m + 1;
  forests_.resize((n + 1) * width);
  for (const std::uint16_t k : query_.keyroots) {
    const std::size_t li = query_.leftmost[k];
    for (const std::uint16_t l : candidate_.keyroots) {
      const std::size_t lj = candidate_.leftmost[l];
      std::uint16_t* row = forests_.data() + li * width;
      row[lj] = 0;
      for (std::size_t j = lj; j <= l; ++j) row[j + 1] = static_cast<std::uint16_t>(row[j] + kEdit);
      for (std::size_t i = li; i <= k; ++i) {
        const std::uint16_t* above = forests_.data() + i * width;
        row = forests_.data() + (i + 1) * width;
        row[lj] = static_cast<std::uint16_t>(above[lj] + kEdit);
        const std::uint16_t* below = forests_.data() + query_.leftmost[i] * width;
        const bool whole = query_.leftmost[i] == li;
        std::uint16_t* trees = trees_.data() + i * m;
        const std::uint8_t* costs = costs_.data() + i * m;
        std::uint16_t left = row[lj];
        for (std::size_t j = lj; j <= l; ++j) {
          const std::size_t first = candidate_.leftmost[j];
          auto value = static_cast<std::uint16_t>(std::min(above[j + 1], left) + kEdit);
          if (whole && first == lj) {
            value = std::min(value, static_cast<std::uint16_t>(above[j] + costs[j]));
            trees[j] = value;
          } else {
            value = std::min(value, static_cast<std::uint16_t>(below[first] + trees[j]));
          }
          row[j + 1] = value;
          left = value;
        }
      }
    }
  }
  const auto similarity = [&](std::size_t j) {
    const double nodes = static_cast<double>(n) + static_cast<double>(j) -
                         static_cast<double>(candidate_.leftmost[j]) + 1;
    return 1 - trees_[(n - 1) * m + j] / (kEdit * nodes);
  };
  EditSimilarity result;
  result.whole = similarity(m - 1);
  for (std::size_t j = 0; j < m; ++j) result.part = std::max(result.part, similarity(j));
  return result;
}

}  // namespace noether::search
