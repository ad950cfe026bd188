// Words and formulas of a document that mean nearly the same as words of a query.
// They are found by the tokens of late interaction, but whole words are compared with whole words
// and formulas: each piece of the query's word is compared with the nearest piece of the other, and
// the mean is the nearness of the two. In a passage each word of the query marks one word that is
// near enough, the nearest pairs first. It marks nothing if the passage contains the word itself.
// Words that nearly every text has take no part.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/text/passages.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/search/present/match.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"

namespace noether::search {

// The lowest cosine that is near, for the shipped encoder. It excludes about 96 in 100 of the marks
// that the title of another document would get without it (bench/near_words).
inline constexpr float kNearEnough = 0.25F;

// For one query; the query and its encoding must outlive this object.
class NearWords {
 public:
  // The query must be encoded by `encoder`, with codes of tokens.
  NearWords(const Query& query, const embedding::TextEncoder& encoder,
            const embedding::TextEncoder::Query& encoded, float near_enough = kNearEnough);

  // `passages` are those of the document in the index. If the document would be divided differently
  // now, nothing is marked.
  NearText find(const text::Document& document, std::span<const index::Passage> passages) const;

  // A word or a formula of a document.
  struct Piece {
    std::uint32_t field = 0;
    base::Span span;
    bool is_formula = false;
    std::string stem = {};            // of a word
    std::vector<float> cosines = {};  // the best cosine of its tokens, by token of the query
  };

 private:
  // A word of the query.
  struct Asked {
    std::string text;  // as typed
    std::string stem;
    std::uint32_t clause = 0;
    std::vector<std::size_t> tokens;  // of the encoded query
  };

  void add_words(const Query& query);
  std::vector<Piece> meet(const text::Document& document, const embedding::Passage& cut,
                          std::string_view codes) const;
  static float nearness(const Asked& asked, const Piece& piece);
  void find_in(std::span<const Piece> pieces, std::vector<Match>& found) const;

  const embedding::TextEncoder* encoder_;
  const embedding::TextEncoder::Query* encoded_;
  float near_enough_;
  std::vector<Asked> asked_;
};

}  // namespace noether::search
