// Makes a query for similar documents from a document: its rarest words and its largest, rarest
// formulas.
//
// With the whole text as a query, the words that every text has would together weigh as much as the
// few that describe its subject.
#pragma once

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"

namespace noether::search {

inline constexpr std::size_t kMostLikeWords = 12;
inline constexpr std::size_t kMostLikeFormulas = 4;

// Words are chosen by tf-idf over the words of the index, without those that only this document
// has, which find no other, and without commands of LaTeX in the text; words of a title count
// twice. Formulas are chosen by their size and by how few documents contain them, those of a title
// first. They have at least three leaves; in a title, and in a document without larger ones, a
// single symbol is enough. The query has no clauses if there is neither.
base::Result<Query> query_like(const index::IndexReader& index, const text::Document& document);

}  // namespace noether::search
