// The scores that an encoder of texts gives to answers: the nearness to the topic of the answer, of
// its question, and of both together.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/vector_code.h"
#include "noether/search/query/query.h"
#include "noether/search/semantic/late_interaction.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

struct LanguageScores {
  struct Pair {
    float own = 0;
    float question = 0;
    float both = 0;
  };
  Pair late;
  Pair vectors;
};

// For one topic after the other. Both arguments must outlive this object. Not thread-safe.
class LanguageScorer {
 public:
  // Without `with_late`, scores of late interaction are 0, and no codes of tokens are read.
  LanguageScorer(const index::IndexReader& index, const PassageEncoder& encoder, bool with_late)
      : index_(&index), encoder_(&encoder), with_late_(with_late) {}

  base::Result<void> ask(const EncoderText& asked);
  // `question` may be Threads::kNone.
  base::Result<LanguageScores> score(std::uint32_t answer, std::uint32_t question);

 private:
  // The scores of one document.
  struct Met {
    std::optional<NearestTokens> tokens;  // if there are codes of tokens
    float cosine = 0;                     // of its nearest passage
  };
  base::Result<Met> meet(std::uint32_t document) const;

  const index::IndexReader* index_;
  const PassageEncoder* encoder_;
  bool with_late_;
  std::optional<embedding::TextEncoder::Query> query_;
  std::optional<index::EncodedVector> code_;          // of its vector
  std::unordered_map<std::uint32_t, Met> questions_;  // answers share them
};

}  // namespace noether::search
