// Late interaction: each token of a query is compared with all tokens of a document, and only the
// nearest counts.
// An answer is also read with its question, because an answer such as "yes, by induction" is about
// the question. Its score is the mean of two: by its own tokens, and by those of both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/token_codes.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/vector_set.h"

namespace noether::search {

// The cosine of the nearest token that each token of a query has met.
struct NearestTokens {
  explicit NearestTokens(const embedding::LateQuery& query)
      : best(query.tokens(), embedding::kNotMet) {}

  std::vector<float> best;
  bool has_met = false;
};

// Compares the query with all passages of a document; without passages nothing changes.
base::Result<void> meet_document(const index::IndexReader& index, const index::VectorSet& set,
                                 std::uint32_t document, const embedding::LateQuery& query,
                                 NearestTokens& nearest);

// The better of the two for each token.
NearestTokens together(const NearestTokens& a, const NearestTokens& b);

// The score of the tokens compared so far.
double late_score(const NearestTokens& nearest);

}  // namespace noether::search
