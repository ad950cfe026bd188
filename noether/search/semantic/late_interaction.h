// Late interaction: each token of a query meets all tokens of a document, and counts by the
// nearest.
//
// The document of an answer is read with its question: an answer that says nothing but "yes, by
// induction" is about what was asked. Its score is the mean of two: by its own tokens, and by those
// of both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/token_codes.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/vector_set.h"

namespace noether::search {

// The nearest that each token of a query has met.
struct NearestTokens {
  explicit NearestTokens(const embedding::LateQuery& query)
      : best(query.tokens(), embedding::kNotMet) {}

  std::vector<float> best;
  bool has_met = false;
};

// Lets the query meet all passages of a document; without passages nothing changes.
base::Result<void> meet_document(const index::IndexReader& index, const index::VectorSet& set,
                                 std::uint32_t document, const embedding::LateQuery& query,
                                 NearestTokens& nearest);

// The better of the two for each token.
NearestTokens together(const NearestTokens& a, const NearestTokens& b);

// The score of what was met.
double late_score(const NearestTokens& nearest);

}  // namespace noether::search
