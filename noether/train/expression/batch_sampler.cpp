#include "noether/train/expression/batch_sampler.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/mix.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {
base::Result<BatchSampler> BatchSampler::create(const EncodedCorpus& corpus,
                                                const EncodedCorpus* distractors,
                                                const TrainingConfig& config) {
  if (config.negatives == Negatives::Distractors) {
    if (distractors == nullptr) {
      return base::fail("this configuration needs distractors", {},
                        "name their folder with --distractors, or set negatives=random or none");
    }
    if (const auto parallel = check_parallel(corpus, *distractors); !parallel) {
      return std::unexpected(parallel.error());
    }
  } else {
    distractors = nullptr;
  }
  BatchSampler sampler(corpus, distractors);
  sampler.seed_ = config.seed;
  sampler.negatives_ = config.negatives;
  sampler.per_anchor_ = config.negatives_per_anchor;
  for (std::uint64_t c = 0; c < corpus.clusters() && c <= UINT32_MAX; ++c) {
    std::uint64_t members = 0;
    for (std::uint64_t m = corpus.first_member(c); m < corpus.cluster_ends[c] && members < 2; ++m) {
      if (sampler.is_usable(m)) ++members;
    }
    if (members == 2) sampler.usable_.push_back(static_cast<std::uint32_t>(c));
  }
  if (sampler.usable_.size() < 2) {
    return base::fail("the corpus has no two clusters with two expressions to train with");
  }
  sampler.batch_ = std::min<std::uint64_t>(config.batch, sampler.usable_.size());
  return sampler;
}

void BatchSampler::sample(std::uint64_t batch,
                          std::vector<std::span<const neural::TokenId>>& out) const {
  const std::uint64_t epoch = batch / batches_per_epoch();
  const std::uint64_t first = batch % batches_per_epoch() * batch_;
  const base::IndexShuffle order(usable_.size(), seed_of(seed_, epoch));
  RandomStream random(seed_of(seed_ + 1, batch));
  const auto draw = [&](std::uint64_t cluster, std::uint64_t other) {
    const std::uint64_t begin = corpus_->first_member(cluster);
    const std::uint64_t size = corpus_->size_of(cluster);
    // Of two usable members at least, so this ends.
    while (true) {
      const std::uint64_t member = begin + random.below(size);
      if (member != other && is_usable(member)) return member;
    }
  };
  const std::uint64_t negatives = negatives_ == Negatives::None ? 0 : per_anchor_;
  out.assign(batch_ * (2 + negatives), {});
  for (std::uint64_t i = 0; i < batch_; ++i) {
    const std::uint64_t cluster = usable_[order[first + i]];
    const std::uint64_t anchor = draw(cluster, UINT64_MAX);
    const std::uint64_t positive = draw(cluster, anchor);
    out[i] = corpus_->member(anchor);
    out[batch_ + i] = corpus_->member(positive);
    for (std::uint64_t k = 0; k < negatives; ++k) {
      auto& negative = out[(2 + k) * batch_ + i];
      if (negatives_ == Negatives::Random) {
        const std::uint64_t step = 1 + random.below(batch_ - 1);
        const std::uint64_t other = usable_[order[first + (i + step) % batch_]];
        negative = corpus_->member(draw(other, UINT64_MAX));
      } else {
        // The positive's own, the anchor's own, then any of the cluster.
        const std::uint64_t of = k == 0 ? positive : k == 1 ? anchor : draw(cluster, UINT64_MAX);
        negative = distractors_->member(of);
      }
    }
  }
}

}  // namespace noether::train
