// A corpus in memory, as the tokenizer's numbers.
//
// Ten million expressions of fifteen tokens take 650 MB. What cannot be encoded (an operator the
// tokenizer does not know, too many tokens) stays as an empty member, so that a corpus of
// distractors keeps in step with the corpus it belongs to.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {

struct EncodedCorpus {
  std::vector<neural::TokenId> tokens;      // of all members, without the special ones
  std::vector<std::uint64_t> member_ends;   // in `tokens`
  std::vector<std::uint64_t> cluster_ends;  // in `member_ends`
  std::vector<std::uint64_t> ids;           // of the clusters
  std::uint64_t left_out = 0;               // members that are empty
  std::uint64_t identity = 0;               // by the digests of its files

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
  std::size_t max_tokens = 62;  // of an expression, without the special ones
  unsigned threads = 0;         // 0: as many as there are
};

// A corpus folder in shards. The same for any number of threads.
base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const EncodeOptions& options);

// An error when `distractors` has not the clusters of `corpus`, in their order and sizes.
base::Result<void> check_parallel(const EncodedCorpus& corpus, const EncodedCorpus& distractors);

}  // namespace noether::train
