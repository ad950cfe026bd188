// Chooses the expressions of a step: batch b of a run is a function of the corpus, the seed and b,
// so any thread can make any batch, and a run continues where it stopped.
// An epoch uses every cluster once, in its own order; the clusters of a batch are different.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/expression/config.h"
#include "noether/train/expression/encoded_corpus.h"

namespace noether::train {

class BatchSampler {
 public:
  // Both corpora outlive this; distractors are needed only for negatives that are.
  static base::Result<BatchSampler> create(const EncodedCorpus& corpus,
                                           const EncodedCorpus* distractors,
                                           const TrainingConfig& config);

  std::uint64_t clusters() const { return usable_.size(); }  // with two members that can be encoded
  std::uint64_t batch_size() const { return batch_; }
  std::uint64_t batches_per_epoch() const { return usable_.size() / batch_; }

  // The anchors, then their positives, then one negative of each, and so on for further negatives.
  void sample(std::uint64_t batch, std::vector<std::span<const neural::TokenId>>& out) const;

 private:
  BatchSampler(const EncodedCorpus& corpus, const EncodedCorpus* distractors)
      : corpus_(&corpus), distractors_(distractors) {}
  bool is_usable(std::uint64_t member) const {
    return !corpus_->member(member).empty() &&
           (distractors_ == nullptr || !distractors_->member(member).empty());
  }

  const EncodedCorpus* corpus_;
  const EncodedCorpus* distractors_;
  std::vector<std::uint32_t> usable_;
  std::uint64_t batch_ = 0;
  std::uint64_t seed_ = 0;
  Negatives negatives_ = Negatives::None;
  std::uint32_t per_anchor_ = 1;
};

}  // namespace noether::train
