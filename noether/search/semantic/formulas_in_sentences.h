// Formulas like one of a query, in the order in which the sentences around them count as well.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/query/query.h"
#include "noether/search/semantic/sentence_scorer.h"

namespace noether::search {

// Whether words stand around the formulas of the query, so that it has sentences to go by.
bool has_sentence(const Query& query);

// Asks with the sentence of the query around its first formula of this LaTeX. False when there is
// none.
base::Result<bool> ask_with_query(SentenceScorer& scorer, const Query& query,
                                  std::string_view latex);

// Of hits that are the same in the same way, the order is by score over the best of all and
// `weight` times the cosine of the nearest sentence in which a formula stands; that is their score
// then. The scorer was asked.
base::Result<void> rank_by_sentences(const index::IndexReader& index, SentenceScorer& scorer,
                                     double weight, std::vector<FormulaHit>& hits);

}  // namespace noether::search
