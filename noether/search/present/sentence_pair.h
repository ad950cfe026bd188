// The sentence of a document that a query was found by, and the sentence of the query that it fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/present/match.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"

namespace noether::search {

struct FoundSentence {
  text::Field text;         // of the sentence alone, with the name of its field
  std::uint32_t field = 0;  // in the document
  base::Span span;          // bytes of that field's text
  // Among the formulas of the sentence the one that was looked for, or found.
  std::optional<std::size_t> formula = std::nullopt;
  std::vector<base::Span> words = {};  // of the sentence, that both have
};

struct SentencePair {
  FoundSentence query;
  FoundSentence hit;
  // What else the document says of the formula of the hit: its first other sentences with it.
  std::vector<FoundSentence> also = {};
};
inline constexpr std::size_t kMostAlsoSaid = 3;

// The two that have most of the query in common: rare words, and formulas by their size. `matches`
// are all of the document, by field and place. Nothing where the document has nothing of the query.
std::optional<SentencePair> best_sentences(const Query& query, const text::Document& document,
                                           std::span<const Match> matches);

}  // namespace noether::search
