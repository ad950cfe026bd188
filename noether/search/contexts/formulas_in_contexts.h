// Formulas for one of a query: those like it, and those in sentences like its own, in the order in
// which a profile counts both.
#pragma once

#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/candidates/formula/formula_searcher.h"
#include "noether/search/contexts/formula_contexts.h"
#include "noether/search/document_set.h"
#include "noether/search/query/query.h"

namespace noether::search {

// Whether words stand around the formulas of the query, so that it has sentences to go by.
bool has_sentence(const Query& query);

struct ContextSearchOptions {
  FormulaSearchOptions formulas = {};
  const DocumentSet* within = nullptr;  // formulas count where they stand in these; null: in all
};

// As noether run --task 2 finds them, but each formula once, with the score of its best place; and
// of hits that are the same as the query in the same way, the order is by that. Candidates are
// formulas like that of the query and, with `near`, those of the nearest sentences, unless the mode
// wants them to contain or to equal it. Where formulas do not count in the profile, these alone
// are. A query without a sentence finds formulas alone.
base::Result<std::vector<FormulaHit>> formulas_in_contexts(
    const index::IndexReader& index, FormulaSearcher& searcher, FormulaContextScorer& scorer,
    const Query& query, const FormulaQuery& formula, const Profile& profile,
    const ContextSearchOptions& options);

}  // namespace noether::search
