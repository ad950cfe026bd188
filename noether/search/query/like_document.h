// A document as a query for others like it: its rarest words and its largest, rarest formulas.
//
// A whole text would be a long query in which the words that every text has weigh as much together
// as the few that say what it is about.
#pragma once

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"

namespace noether::search {

inline constexpr std::size_t kMostLikeWords = 12;
inline constexpr std::size_t kMostLikeFormulas = 4;

// Words by tf-idf over the words of the index, without those of this document alone, which find no
// other, and without commands of LaTeX that stand in the text; those of a title count twice.
// Formulas by their size and by how few documents have them, those of a title first. They have at
// least three leaves; those of a title, and of a document that has no larger ones, need be no more
// than a single symbol. No clauses when there is neither.
base::Result<Query> query_like(const index::IndexReader& index, const text::Document& document);

}  // namespace noether::search
