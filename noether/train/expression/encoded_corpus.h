// A corpus in memory as token numbers, and the choice of the expressions for each step of a run.
//
// Ten million expressions of fifteen tokens take 650 MB. An expression that cannot be encoded,
// because it has too many tokens or an operator that the tokenizer does not know, becomes an empty
// member, so that a corpus of distractors stays parallel to its corpus.
//
// Batch b of a run is a function of the corpus, the seed and b, so any thread can make any batch,
// and a run can resume where it stopped. Each epoch uses every cluster once, in a different order;
// the clusters of a batch are distinct.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/expression/config.h"

namespace noether::train {

struct EncodedCorpus {
  std::vector<neural::TokenId> tokens;      // of all members, without special tokens
  std::vector<std::uint64_t> member_ends;   // in `tokens`
  std::vector<std::uint64_t> cluster_ends;  // in `member_ends`
  std::vector<std::uint64_t> ids;           // ids of the clusters
  std::uint64_t left_out = 0;               // number of empty members
  std::uint64_t identity = 0;               // computed from the digests of the files

  std::uint64_t clusters() const { return cluster_ends.size(); }
  std::uint64_t members() const { return member_ends.size(); }
  std::uint64_t first_member(std::uint64_t cluster) const {
    return cluster == 0 ? 0 : cluster_ends[cluster - 1];
  }
  std::uint64_t size_of(std::uint64_t cluster) const {
    return cluster_ends[cluster] - first_member(cluster);
  }
  std::span<const neural::TokenId> member(std::uint64_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : member_ends[number - 1];
    return std::span(tokens).subspan(begin, member_ends[number] - begin);
  }
};

// Appends the clusters of `more` to those of `corpus`.
void append(EncodedCorpus& corpus, const EncodedCorpus& more);

struct EncodeOptions {
  std::size_t max_tokens = 62;  // limit for an expression, without special tokens
  unsigned threads = 0;         // 0: one for each core
};

// Loads a corpus folder in shards. The result does not depend on the number of threads.
base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const EncodeOptions& options);

// Returns an error unless `distractors` has the same clusters as `corpus`, in the same order and of
// the same sizes.
base::Result<void> check_parallel(const EncodedCorpus& corpus, const EncodedCorpus& distractors);

class BatchSampler {
 public:
  // Both corpora must outlive the sampler. `distractors` is needed only for Negatives::Distractors.
  static base::Result<BatchSampler> create(const EncodedCorpus& corpus,
                                           const EncodedCorpus* distractors,
                                           const TrainingConfig& config);

  std::uint64_t clusters() const { return usable_.size(); }  // with two non-empty members
  std::uint64_t batch_size() const { return batch_; }
  std::uint64_t batches_per_epoch() const { return usable_.size() / batch_; }

  // Sets `out` to the anchors, then their positives, then one negative of each anchor, then the
  // next negative of each, and so on.
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
