#include "noether/search/formula/common_subtree.h"

#include <algorithm>
#include <bit>

namespace noether::search {
namespace {

// A node with the same shape counts more than one with the same label, which only breaks ties.
constexpr std::uint16_t kShape = 8;

}  // namespace

// Ordered operands have at most one possible partner, so there is no choice.
std::uint32_t CommonSubtree::sum_in_order(std::span<const FlatNode> query,
                                          std::span<const FlatNode> candidate, std::size_t i,
                                          std::size_t j) const {
  std::uint32_t sum = 0;
  for_each_operand(query, i, [&](std::size_t u) {
    const std::uint16_t* row = sizes_.data() + u * width_;
    for_each_operand(candidate, j, [&](std::size_t v) {
      if (query[u].operand == candidate[v].operand) sum += row[v];
    });
  });
  return sum;
}

std::uint32_t CommonSubtree::pair_operands(std::span<const FlatNode> query,
                                           std::span<const FlatNode> candidate, std::size_t i,
                                           std::size_t j, bool keep) {
  const bool free = query[i].unordered || candidate[j].unordered;
  if (!free && !keep) return sum_in_order(query, candidate, i, j);
  choices_.clear();
  for_each_operand(query, i, [&](std::size_t u) {
    const std::uint16_t* row = sizes_.data() + u * width_;
    for_each_operand(candidate, j, [&](std::size_t v) {
      if (row[v] == 0 || (!free && query[u].operand != candidate[v].operand)) return;
      choices_.push_back({row[v], static_cast<std::uint16_t>(u), static_cast<std::uint16_t>(v)});
    });
  });
  // There are few operands, so the best of the remaining ones is found quickly.
  std::uint32_t sum = 0;
  while (!choices_.empty()) {
    Choice best = choices_.front();
    for (const Choice& choice : choices_) {
      if (choice.size > best.size) best = choice;
    }
    sum += best.size;
    if (keep) pairs_.push_back({best.query, best.candidate});
    std::erase_if(choices_, [&](const Choice& choice) {
      return choice.query == best.query || choice.candidate == best.candidate;
    });
  }
  return sum;
}

void CommonSubtree::chain_types(std::span<const FlatNode> candidate) {
  next_.resize(candidate.size());
  heads_.assign(std::bit_ceil(2 * candidate.size()), kNone);
  const std::size_t mask = heads_.size() - 1;
  for (std::size_t j = candidate.size(); j-- > 0;) {
    const std::uint64_t type = candidate[j].type;
    std::size_t at = type & mask;
    while (heads_[at] != kNone && candidate[heads_[at]].type != type) at = (at + 1) & mask;
    next_[j] = heads_[at];
    heads_[at] = static_cast<std::uint16_t>(j);
  }
}

std::uint16_t CommonSubtree::first_of(std::uint64_t type,
                                      std::span<const FlatNode> candidate) const {
  const std::size_t mask = heads_.size() - 1;
  std::size_t at = type & mask;
  while (heads_[at] != kNone && candidate[heads_[at]].type != type) at = (at + 1) & mask;
  return heads_[at];
}

void CommonSubtree::fill(std::span<const FlatNode> query, std::span<const FlatNode> candidate) {
  width_ = candidate.size();
  sizes_.assign(query.size() * width_, 0);
  best_size_ = 0;
  chain_types(candidate);
  for (std::size_t i = 0; i < query.size(); ++i) {
    for (std::uint16_t j = first_of(query[i].type, candidate); j != kNone; j = next_[j]) {
      if (!are_alike(query[i], candidate[j])) continue;
      std::uint32_t size = kShape + (query[i].label == candidate[j].label ? 1U : 0U);
      if (query[i].size > 1 && candidate[j].size > 1) {
        size += pair_operands(query, candidate, i, j, false);
      }
      const auto kept = static_cast<std::uint16_t>(std::min(size, 0xFFFFU));
      sizes_[i * width_ + j] = kept;
      // Among equally large ones, the pair nearest to the roots is kept.
      if (kept < best_size_) continue;
      best_size_ = kept;
      best_ = {static_cast<std::uint16_t>(i), j};
    }
  }
}

void CommonSubtree::unify(std::span<const FlatNode> query, std::span<const FlatNode> candidate) {
  votes_.clear();
  for (const Pair& pair : pairs_) {
    const FlatNode& own = query[pair.query];
    if (!own.symbol) continue;
    const std::uint64_t other = candidate[pair.candidate].label;
    const auto found = std::ranges::find_if(votes_, [&](const Vote& vote) {
      return vote.query == own.label && vote.candidate == other;
    });
    if (found != votes_.end()) {
      found->count += 2;
    } else {
      votes_.push_back({own.label, other, own.label == other ? 3 : 2});
    }
  }
  std::ranges::sort(votes_, [](const Vote& a, const Vote& b) {
    if (a.count != b.count) return a.count > b.count;
    return std::pair(a.query, a.candidate) < std::pair(b.query, b.candidate);
  });
  for (std::size_t i = 0; i < votes_.size();) {
    const auto first = votes_.begin();
    const auto at = first + static_cast<std::ptrdiff_t>(i);
    const bool clashes = std::any_of(first, at, [&](const Vote& taken) {
      return taken.query == at->query || taken.candidate == at->candidate;
    });
    if (clashes) {
      votes_.erase(at);
    } else {
      ++i;
    }
  }
}

SubtreeSimilarity CommonSubtree::compare(std::span<const FlatNode> query,
                                         std::span<const FlatNode> candidate) {
  SubtreeSimilarity result;
  pairs_.clear();
  if (query.empty() || candidate.empty() || query.size() * candidate.size() > kMaxPairs) {
    return result;
  }
  fill(query, candidate);
  if (best_size_ == 0) return result;
  pairs_.push_back(best_);
  // Each appends the pairs of its operands.
  for (std::size_t next = 0; next < pairs_.size();) {
    const Pair pair = pairs_[next++];
    if (query[pair.query].size > 1 && candidate[pair.candidate].size > 1) {
      pair_operands(query, candidate, pair.query, pair.candidate, true);
    }
  }
  unify(query, candidate);
  unified_.assign(query.size(), false);
  double nodes = 0;
  double edges = 0;
  double exact = 0;
  for (Pair& pair : pairs_) {
    const FlatNode& own = query[pair.query];
    const FlatNode& other = candidate[pair.candidate];
    if (own.label == other.label) ++exact;
    if (own.symbol && std::ranges::none_of(votes_, [&](const Vote& vote) {
          return vote.query == own.label && vote.candidate == other.label;
        })) {
      continue;
    }
    pair.unified = true;
    unified_[pair.query] = true;
    ++nodes;
    if (pair.query != best_.query && unified_[own.parent]) ++edges;
  }
  const auto size = static_cast<double>(query.size());
  const double node_recall = nodes / size;
  const double edge_recall = size > 1 ? edges / (size - 1) : node_recall;
  if (nodes > 0) result.recall = 2 * node_recall * edge_recall / (node_recall + edge_recall);
  result.precision = nodes / static_cast<double>(candidate.size());
  result.exact_recall = exact / size;
  return result;
}

}  // namespace noether::search
