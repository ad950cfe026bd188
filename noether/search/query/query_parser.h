// The query language: words $formula$ "phrase" -not +must tag:calculus type:answer
//
//   word            adds to the score, by its stem
//   "two words"     required, side by side; a single quoted word is required
//   $x^2+?a$        a formula; also $$ $$, \( \), \[ \] and \begin{..} \end{..}; \$ is money
//   -x  +x          excludes, requires: a word, a phrase, a formula, a filter
//   tag:x  type:x   only documents with the tag, of this type; tag:"two words"
// A minus or plus sign counts only directly before a clause: `a - b` and `-1` exclude nothing.
// Hyphenated words with a sign are a phrase.
//
//   a OR b          documents must have one of them; `a b OR c` has b or c as alternatives
//   a AND b         both are required
//   NOT a           excludes, as -a does
// in capitals, between words, phrases and filters. OR has no effect beside a formula, because a
// formula that is not required may be missing anyway.
//
// Formulas need no signs around them: x^2 and sqrt(x+1) among words are found (formula_finder.h)
// and read as plain math (formula/plain). If a query has formulas between signs, only these are
// formulas, unless one of \ ^ _ { } = occurs outside of them. A single $ is money, as in $5, or a
// sign whose partner is missing at the end or the beginning.
//
// A whole question can be pasted: in a text of several lines, or of more words than people type,
// quotes and signs are ordinary text, and an unclosed one is no error. Only formulas and filters
// are recognised there.
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

struct ParseOptions {
  // Turns off detection: only text between signs is a formula, and OR is a word.
  bool literal = false;
};

// Every error has the span of the problem and says what to type instead. Formulas are cut out and
// not parsed here.
base::Result<Query> parse_query(std::string_view text, const ParseOptions& options = {});

}  // namespace noether::search
