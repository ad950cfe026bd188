// Replaces misspelt words of a query by similar words of the index: schwarz for shwarz.
//
// A word counts as misspelt if the index does not have it, or if it is rare there and a word at a
// distance of one edit is frequent; a long word may have two edits. Quoted words, short words,
// words with digits and words of pasted texts are never changed. Among several candidates, nearer
// and more frequent ones are preferred.
#pragma once

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/query/query.h"

namespace noether::search {

// Changes the words in place; their clauses keep the typed form, and Query::read_as is updated. A
// word that is not in the index and has no near word is left unchanged.
base::Result<void> respell(const index::IndexReader& index, Query& query);

}  // namespace noether::search
