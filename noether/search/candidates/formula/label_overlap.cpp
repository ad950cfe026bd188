#include "noether/search/candidates/formula/label_overlap.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "noether/formula/operators.h"
#include "noether/index/features/operator_paths.h"

namespace noether::search {
namespace {

bool is_number(const FlatNode& node) {
  return node.leaf && node.type == index::operator_key(formula::Op::Number);
}

double dice(double common, double query, double candidate) {
  return query + candidate > 0 ? 2 * common / (query + candidate) : 1;
}

}  // namespace

LabelOverlap::Count* LabelOverlap::find(std::uint64_t label) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = label & mask;; at = (at + 1) & mask) {
    if (table_[at] == 0) return nullptr;
    if (counts_[table_[at] - 1].label == label) return &counts_[table_[at] - 1];
  }
}

void LabelOverlap::assign(const FlatTree& query) {
  counts_.clear();
  table_.assign(std::bit_ceil(2 * query.size() + 2), 0);
  words_.assign(query.words().begin(), query.words().end());
  const std::size_t mask = table_.size() - 1;
  for (const FlatNode& node : query.nodes()) {
    if (Count* known = find(node.label)) {
      ++known->in_query;
      continue;
    }
    counts_.push_back({node.label, 1, 0, is_number(node), rarities_->weight(node.label)});
    std::size_t at = node.label & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = static_cast<std::uint32_t>(counts_.size());
  }
  length_ = 0;
  for (const Count& count : counts_) length_ += count.in_query * count.weight;
}

LabelSimilarity LabelOverlap::compare(const FlatTree& candidate) {
  for (Count& count : counts_) count.in_candidate = 0;
  others_.clear();
  // The number for a label is the square root of how often it stands there, so the squares of all
  // add up node by node.
  double length = 0;
  for (const FlatNode& node : candidate.nodes()) {
    if (Count* known = find(node.label)) {
      ++known->in_candidate;
      length += known->weight;
      continue;
    }
    length += rarities_->weight(node.label);
    if (!is_number(node)) continue;
    const auto found = std::ranges::find(others_, node.label, &Count::label);
    if (found != others_.end()) {
      ++found->in_candidate;
    } else {
      others_.push_back({node.label, 0, 1, true, 0});
    }
  }
  LabelSimilarity result;
  double product = 0;
  double common = 0;
  double in_query = 0;
  double common_numbers = 0;
  double query_numbers = 0;
  double candidate_numbers = 0;
  for (const Count& count : counts_) {
    const double query = std::sqrt(count.in_query);
    const double shared = std::sqrt(std::min(count.in_query, count.in_candidate));
    product += query * std::sqrt(count.in_candidate) * count.weight;
    common += shared;
    in_query += query;
    if (!count.number) continue;
    common_numbers += shared;
    query_numbers += query;
    candidate_numbers += std::sqrt(count.in_candidate);
  }
  for (const Count& count : others_) candidate_numbers += std::sqrt(count.in_candidate);
  const double lengths = std::sqrt(length_ * length);
  result.cosine = lengths > 0 ? product / lengths : 0;
  result.recall = in_query > 0 ? common / in_query : 1;
  result.numbers = dice(common_numbers, query_numbers, candidate_numbers);
  const auto shared_words =
      static_cast<double>(std::ranges::count_if(words_, [&](std::uint64_t word) {
        return std::ranges::binary_search(candidate.words(), word);
      }));
  const auto query_words = static_cast<double>(words_.size());
  result.words = dice(shared_words, query_words, static_cast<double>(candidate.words().size()));
  result.word_recall = words_.empty() ? 1 : shared_words / query_words;
  return result;
}

}  // namespace noether::search
