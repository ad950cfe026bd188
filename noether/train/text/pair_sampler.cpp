#include "noether/train/text/pair_sampler.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/mix.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {

base::Result<PairSampler> PairSampler::create(const TokenizedPairs& pairs,
                                              const TextConfig& config) {
  if (pairs.size() < config.batch) {
    return base::fail(
        fmt::format("a batch has {} pairs, and there are only {}", config.batch, pairs.size()), {},
        "give more pairs, or a configuration with a smaller batch");
  }
  if (std::min(config.first_tokens, config.second_tokens) <= pairs.special()) {
    return base::fail(fmt::format(
        "first_tokens and second_tokens must be more than the {} special tokens", pairs.special()));
  }
  return PairSampler(pairs, config);
}

SampledPairs PairSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = pairs_->size() / config_.batch;  // of an epoch
  const base::IndexShuffle order(pairs_->size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  SampledPairs sampled;
  sampled.texts.resize(2 * std::size_t{config_.batch});
  for (std::uint64_t i = 0; i < config_.batch; ++i) {
    const std::uint64_t pair = order[batch % batches * config_.batch + i];
    sampled.groups.push_back(pairs_->groups[pair]);
    sampled.texts[i] = text_window(*pairs_, pairs_->first(pair), 0, config_.first_tokens);
    const auto second = pairs_->second(pair);
    const std::size_t room = config_.second_tokens - pairs_->special();
    // Both are drawn whatever the text is, so that others of the batch do not depend on it.
    const bool is_at_beginning = random.chance(config_.at_beginning);
    const std::uint64_t place = random.below(second.size() > room ? second.size() - room + 1 : 1);
    sampled.texts[config_.batch + i] =
        text_window(*pairs_, second, is_at_beginning ? 0 : place, config_.second_tokens);
  }
  return sampled;
}

std::vector<neural::TokenId> text_window(const TokenizedPairs& pairs,
                                         std::span<const neural::TokenId> text, std::size_t begin,
                                         std::size_t most) {
  const auto part = text.subspan(begin, std::min(text.size() - begin, most - pairs.special()));
  std::vector<neural::TokenId> window = pairs.before;
  window.insert(window.end(), part.begin(), part.end());
  window.insert(window.end(), pairs.after.begin(), pairs.after.end());
  return window;
}

}  // namespace noether::train
