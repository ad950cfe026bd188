// Misspelt words of a query become the words of the index that were meant: schwarz for shwarz.
//
// A word is misspelt when the index does not have it, or hardly has it while it often has a word
// that is one slip of the fingers away; in a long word there may be two. Quoted words, short ones,
// those with digits and words of pasted texts are never touched. Of several candidates the nearer
// counts more, and so does the more frequent.
#pragma once

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/query/query.h"

namespace noether::search {

// Changes the words in place; their clauses keep the typed form, and Query::read_as is updated. A
// word that is not in the index and has no near word is left unchanged.
base::Result<void> respell(const index::IndexReader& index, Query& query);

}  // namespace noether::search
