#include "noether/train/cross/list_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "noether/base/mix.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {

using neural::TokenizedLists;

bool has_order(const TokenizedLists& lists, std::uint64_t list) {
  int lowest = neural::TokenizedLists::kNoGrade;
  for (std::uint64_t i = lists.list_begin(list); i < lists.list_ends[list]; ++i) {
    const int grade = lists.grades[i];
    if (grade == TokenizedLists::kNoGrade) continue;
    if (lowest == TokenizedLists::kNoGrade) lowest = grade;
    if (grade != lowest) return true;
  }
  return false;
}

base::Result<ListSampler> ListSampler::create(const TokenizedLists& lists,
                                              const CrossConfig& config) {
  ListSampler sampler(lists, config);
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    if (has_order(lists, list)) sampler.of_use_.push_back(list);
  }
  if (sampler.of_use_.size() < config.batch) {
    return base::fail(
        fmt::format("a batch has {} lists, and only {} of the {} have texts of different grades",
                    config.batch, sampler.of_use_.size(), lists.size()),
        {}, "give more lists, or a configuration with a smaller batch");
  }
  return sampler;
}

std::vector<SampledList> ListSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = of_use_.size() / config_.batch;  // of an epoch
  const base::IndexShuffle order(of_use_.size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  std::vector<SampledList> sampled;
  for (std::uint64_t i = 0; i < config_.batch; ++i) {
    SampledList of = {.list = of_use_[order[batch % batches * config_.batch + i]], .entries = {}};
    std::array<std::vector<std::uint64_t>, 2> left;  // right ones, wrong ones
    for (std::uint64_t e = lists_->list_begin(of.list); e < lists_->list_ends[of.list]; ++e) {
      const int grade = lists_->grades[e];
      if (grade == TokenizedLists::kNoGrade) continue;
      left[grade >= static_cast<int>(config_.right) ? 0 : 1].push_back(e);
    }
    for (std::size_t turn = 0; of.entries.size() < config_.texts; ++turn) {
      if (left[0].empty() && left[1].empty()) break;
      auto& from = left[left[turn % 2].empty() ? (turn + 1) % 2 : turn % 2];
      std::swap(from[random.below(from.size())], from.back());
      of.entries.push_back(from.back());
      from.pop_back();
    }
    sampled.push_back(std::move(of));
  }
  return sampled;
}

}  // namespace noether::train
