// The query language: words $formula$ "phrase" -not +must tag:calculus type:answer
//
//   word            adds to the score, by its stem
//   "two words"     required, side by side; a single quoted word is required
//   $x^2+?a$        a formula; also $$ $$, \( \), \[ \] and \begin{..} \end{..}; \$ is money
//   -x  +x          excludes, requires: a word, a phrase, a formula, a filter
//   tag:x  type:x   only documents with the tag, of this type; tag:"two words"
// A minus or plus sign counts only before what it stands at: `a - b` and `-1` are no exclusions.
// Hyphenated words with a sign are a phrase. A query that is nothing but a formula needs no signs
// around it; elsewhere one of \ ^ _ { } = outside of formulas and quotes is an error.
//
// A whole question can be pasted: in a text of several lines, or of more words than people type,
// quotes and signs are what they are in a text, and what is not closed is no error. Only formulas
// and filters count there.
//
// Time and memory are linear in the text, which is bounded.
#pragma once

#include <cstddef>
#include <string_view>

#include "noether/base/error.h"
#include "noether/search/query/query.h"

namespace noether::search {

inline constexpr std::size_t kMaxQueryBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxQueryClauses = 4096;
inline constexpr std::size_t kMostTypedWords = 24;

// Every error has the span of what is wrong, and says what to type instead. Formulas are cut out,
// not read: what stands in them is not looked at here.
base::Result<Query> parse_query(std::string_view text);

}  // namespace noether::search
