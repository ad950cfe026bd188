// Chooses the pairs of a batch, and the part of each text that is read.
// Batch b is a function of the pairs, the seed and b. An epoch uses every pair once, in a random
// order.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/train/text/text_config.h"

namespace noether::train {

using neural::TokenizedPairs;

struct SampledPairs {
  std::vector<std::vector<neural::TokenId>> texts;  // all firsts, then all seconds
  std::vector<std::uint32_t> groups;                // of each pair
};

class PairSampler {
 public:
  // `pairs` must outlive this. Refuses a batch that has more pairs than there are.
  static base::Result<PairSampler> create(const TokenizedPairs& pairs, const TextConfig& config);

  SampledPairs sample(std::uint64_t batch) const;

 private:
  PairSampler(const TokenizedPairs& pairs, const TextConfig& config)
      : pairs_(&pairs), config_(config) {}

  const TokenizedPairs* pairs_;
  TextConfig config_;
};

// At most `most` tokens from this place on, with special tokens around them.
std::vector<neural::TokenId> text_window(const TokenizedPairs& pairs,
                                         std::span<const neural::TokenId> text, std::size_t begin,
                                         std::size_t most);

}  // namespace noether::train
