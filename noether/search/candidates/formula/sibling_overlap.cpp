#include "noether/search/candidates/formula/sibling_overlap.h"

#include <algorithm>
#include <cmath>

#include "noether/index/features/feature.h"

namespace noether::search {
namespace {

// So that a sum of many terms has pairs in proportion to its terms.
constexpr std::size_t kMostPartners = 5;

std::uint64_t pair_key(const FlatNode& parent, std::size_t place, std::uint64_t first,
                       std::uint64_t second) {
  return index::extend_key(index::extend_key(index::extend_key(parent.label, place), first),
                           second);
}

}  // namespace

void SiblingOverlap::read(const FlatTree& tree, std::vector<Pair>& pairs) {
  keys_.clear();
  for (std::size_t at = 0; at < tree.size(); ++at) {
    const FlatNode& node = tree[at];
    if (node.leaf) continue;
    operands_.clear();
    for_each_operand(tree.nodes(), at,
                     [&](std::size_t operand) { operands_.push_back(tree[operand].label); });
    if (node.commutes) std::ranges::sort(operands_);
    const std::size_t partners = node.commutes ? kMostPartners : 1;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::size_t end = std::min(operands_.size(), i + 1 + partners);
      for (std::size_t j = i + 1; j < end; ++j) {
        keys_.push_back(pair_key(node, node.commutes ? 0 : i, operands_[i], operands_[j]));
      }
    }
  }
  std::ranges::sort(keys_);
  pairs.clear();
  for (const std::uint64_t key : keys_) {
    if (pairs.empty() || pairs.back().key != key) pairs.push_back({key, 0});
    ++pairs.back().count;
  }
}

void SiblingOverlap::assign(const FlatTree& query) {
  read(query, of_query_);
  in_query_ = 0;
  for (const Pair& pair : of_query_) in_query_ += std::sqrt(pair.count);
}

double SiblingOverlap::recall(const FlatTree& candidate) {
  if (of_query_.empty()) return 1;
  read(candidate, of_candidate_);
  double common = 0;
  auto other = of_candidate_.begin();
  for (const Pair& pair : of_query_) {
    while (other != of_candidate_.end() && other->key < pair.key) ++other;
    if (other == of_candidate_.end()) break;
    if (other->key == pair.key) common += std::sqrt(std::min(pair.count, other->count));
  }
  return common / in_query_;
}

}  // namespace noether::search
