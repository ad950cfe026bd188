// Compares the sentence around a formula of a query with the sentences around formulas of an index.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/nearest_passages.h"
#include "noether/index/vectors/vector_code.h"
#include "noether/search/semantic/passage_encoder.h"
#include "noether/text/document.h"

namespace noether::search {

// For one query after the other. Both arguments must outlive this object. Not thread-safe.
class SentenceScorer {
 public:
  // The index must have sentences of this encoder (index::expect_passages_of).
  SentenceScorer(const index::IndexReader& index, const PassageEncoder& encoder)
      : index_(&index), encoder_(&encoder) {}

  // Sets the sentence around a byte of a field of the query. Returns false if it contains no
  // formula; then all cosines are 0.
  base::Result<bool> ask(const text::Document& query, std::uint32_t field, std::uint32_t byte);

  // The cosine of the sentence around a place of a formula; 0 if it has no vector or the cosine is
  // negative.
  base::Result<float> cosine(const index::Place& place);

  // The formulas of at most `count` nearest sentences, the nearest first.
  struct Near {
    index::NamedPlace place;
    float cosine = 0;
  };
  base::Result<std::vector<Near>> nearest(std::uint32_t sentences) const;

 private:
  const index::IndexReader* index_;
  const PassageEncoder* encoder_;
  std::vector<float> vector_;                 // of the sentence of the query
  std::optional<index::EncodedVector> code_;  // the same
  std::unordered_map<std::uint32_t, std::vector<index::Passage>> sentences_;  // by document
};

}  // namespace noether::search
