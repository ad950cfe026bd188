#include "noether/algebra/expression/expression.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>

#include "noether/base/mix.h"

namespace noether::algebra {

std::size_t Expressions::slot_of(Head head, std::span<const ExprId> operands) const {
  std::uint64_t hash = head.code * base::kGoldenRatio;
  for (const ExprId operand : operands) {
    hash = (hash ^ (hash >> 31) ^ operand) * 0xD6E8FEB86659FD93ULL;
  }
  hash ^= hash >> 32;
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  while (table_[slot] != kNoExpr) {
    const Node& node = nodes_[table_[slot]];
    if (node.head == head && node.count == operands.size() &&
        std::equal(operands.begin(), operands.end(), operands_.begin() + node.first)) {
      break;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

void Expressions::grow() {
  table_.assign(std::max<std::size_t>(64, table_.size() * 2), kNoExpr);
  for (ExprId id = 0; id < nodes_.size(); ++id) table_[slot_of(head(id), operands(id))] = id;
}

ExprId Expressions::make(Head head, std::span<const ExprId> operands) {
  if (nodes_.size() * 2 >= table_.size()) grow();
  const std::size_t slot = slot_of(head, operands);
  if (table_[slot] != kNoExpr) return table_[slot];
  const auto id = static_cast<ExprId>(nodes_.size());
  const auto first = static_cast<std::uint32_t>(operands_.size());
  // `operands` may refer to operands_ itself, and insert could move that.
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ExprId operand = operands[i];
    if (operands_.size() == operands_.capacity()) {
      std::vector<ExprId> bigger;
      bigger.reserve(std::max<std::size_t>(64, operands_.size() * 2));
      bigger.assign(operands_.begin(), operands_.end());
      bigger.push_back(operand);
      for (std::size_t rest = i + 1; rest < operands.size(); ++rest) {
        bigger.push_back(operands[rest]);
      }
      operands_ = std::move(bigger);
      break;
    }
    operands_.push_back(operand);
  }
  nodes_.push_back({head, first, static_cast<std::uint32_t>(operands_.size() - first)});
  table_[slot] = id;
  return id;
}

void Expressions::clear() {
  nodes_.clear();
  operands_.clear();
  std::ranges::fill(table_, kNoExpr);
}

std::vector<ExprId> subexpressions(const Expressions& pool, ExprId root) {
  // One bit for each expression: most are not below the root, and are skipped 64 at a time.
  std::vector<std::uint64_t> used(root / 64 + 1, 0);
  const auto use = [&](ExprId id) { used[id / 64] |= std::uint64_t{1} << (id % 64); };
  use(root);
  std::vector<ExprId> ids;
  for (std::size_t word = used.size(); word-- > 0;) {
    // Operands are older than their users, so the highest bit comes next.
    while (used[word] != 0) {
      const auto bit = static_cast<ExprId>(std::bit_width(used[word]) - 1);
      used[word] &= ~(std::uint64_t{1} << bit);
      const ExprId id = static_cast<ExprId>(word * 64) + bit;
      ids.push_back(id);
      for (const ExprId operand : pool.operands(id)) use(operand);
    }
  }
  std::ranges::reverse(ids);
  return ids;
}

std::vector<Head> variables_of(const Expressions& pool, ExprId root) {
  std::vector<Head> found;
  std::vector<bool> seen(root + 1, false);
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    if (pool.op(id) == Op::Variable) found.push_back(pool.head(id));
    const auto operands = pool.operands(id);
    for (std::size_t i = operands.size(); i-- > 0;) stack.push_back(operands[i]);
  }
  return found;
}

bool contains(const Expressions& pool, ExprId root, Op op) {
  return std::ranges::any_of(subexpressions(pool, root),
                             [&](ExprId id) { return pool.op(id) == op; });
}

std::uint64_t tree_size(const Expressions& pool, ExprId root, std::uint64_t cap) {
  std::unordered_map<ExprId, std::uint64_t> sizes;
  for (const ExprId id : subexpressions(pool, root)) {
    std::uint64_t size = 1;
    for (const ExprId operand : pool.operands(id)) size = std::min(cap, size + sizes[operand]);
    sizes[id] = size;
  }
  return sizes[root];
}

ExprId substitute(Expressions& pool, ExprId root, Head from, ExprId to) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    if (pool.head(id) == from && pool.operands(id).empty()) {
      image[id] = to;
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(image[operand]);
    image[id] = pool.make(pool.head(id), operands);
  }
  return image[root];
}

}  // namespace noether::algebra
