#include "noether/train/cross/list_validation.h"

#include <algorithm>
#include <cmath>

#include "noether/train/cross/list_sampler.h"

namespace noether::train {
namespace {

constexpr std::uint64_t kValidationTokens = 1 << 15;

double gain_of(std::span<const GradedScore> list) {
  double gain = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    gain += list[i].grade / std::log2(static_cast<double>(i) + 2);
  }
  return gain;
}

}  // namespace

base::Result<ListValidation> ListValidation::create(const neural::TokenizedLists& lists,
                                                    const CrossConfig& config,
                                                    std::uint64_t max_texts) {
  std::vector<std::uint64_t> of_use;
  std::uint64_t texts = 0;
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    if (!has_order(lists, list)) continue;
    of_use.push_back(list);
    texts += lists.list_ends[list] - lists.list_begin(list);
  }
  if (of_use.empty()) {
    return base::fail("no list to validate with has texts of different grades");
  }
  ListValidation validation(lists, config);
  const std::uint64_t stride = (texts + max_texts - 1) / max_texts;
  for (std::size_t i = 0; i < of_use.size(); i += stride) {
    const std::uint64_t list = of_use[i];
    for (std::uint64_t entry = lists.list_begin(list); entry < lists.list_ends[list]; ++entry) {
      if (lists.grades[entry] == neural::TokenizedLists::kNoGrade) continue;
      validation.entries_.push_back({list, entry});
    }
  }
  return validation;
}

Scores ListValidation::score(const neural::TransformerConfig& model,
                             const ParameterViews& weights) const {
  const std::vector<float> scores =
      score_entries(model, weights, reader_, entries_, kValidationTokens);
  double ndcg = 0;
  double pairs = 0;
  double count = 0;
  for (std::size_t begin = 0; begin < entries_.size();) {
    std::vector<GradedScore> list;
    std::size_t at = begin;
    for (; at < entries_.size() && entries_[at].list == entries_[begin].list; ++at) {
      list.push_back({lists_->grades[entries_[at].entry], scores[at]});
    }
    pairs += pairs_in_order(list);
    ndcg += list_ndcg(std::move(list));
    ++count;
    begin = at;
  }
  return {{"ndcg", ndcg / count}, {"pairs", pairs / count}};
}

double list_ndcg(std::vector<GradedScore> list) {
  std::ranges::sort(list, std::ranges::greater(), &GradedScore::grade);
  const double best = gain_of(list);
  std::ranges::reverse(list);
  std::ranges::stable_sort(list, std::ranges::greater(), &GradedScore::score);
  return best > 0 ? gain_of(list) / best : 0;
}

double pairs_in_order(std::span<const GradedScore> list) {
  double pairs = 0;
  double in_order = 0;
  for (const GradedScore& better : list) {
    for (const GradedScore& worse : list) {
      if (better.grade <= worse.grade) continue;
      ++pairs;
      if (better.score > worse.score) ++in_order;
    }
  }
  return pairs > 0 ? in_order / pairs : 0;
}

}  // namespace noether::train
