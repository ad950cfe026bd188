// The sentence of a document by which a query found it, and the sentence of the query that fits it.
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
  // The formula of the sentence that was searched, or found.
  std::optional<std::size_t> formula = std::nullopt;
  std::vector<base::Span> words = {};  // words of the sentence that both have
};

struct SentencePair {
  FoundSentence query;
  FoundSentence hit;
  // Other statements of the document about the formula of the hit: the first other sentences with
  // it.
  std::vector<FoundSentence> also = {};
};
inline constexpr std::size_t kMostAlsoSaid = 3;

// The two sentences that have most of the query in common, by rare words and by the size of
// formulas. `matches` are all matches of the document, by field and place. Empty if the document
// has nothing of the query.
std::optional<SentencePair> best_sentences(const Query& query, const text::Document& document,
                                           std::span<const Match> matches);

}  // namespace noether::search
