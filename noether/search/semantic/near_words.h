// Words and formulas of a document that mean nearly what words of a query mean.
//
// They are found by the tokens of late interaction, but whole words meet whole words and formulas:
// each piece of the query's word counts by the nearest piece of the other, and the mean of them is
// how near the two are. In a passage each word of the query marks one that is near enough, the
// nearest pairs first, and marks nothing where the passage has the word itself. Words that nearly
// every text has mark nothing and are not marked.
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

// The least cosine that is near, for the encoder that ships. Of what would be marked for the title
// of another document without it, about 96 in 100 are farther (bench/near_words).
inline constexpr float kNearEnough = 0.25F;

// For one query, which must outlive it, as must what the encoder made of it.
class NearWords {
 public:
  // The encoded query is of the encoder, with codes of tokens.
  NearWords(const Query& query, const embedding::TextEncoder& encoder,
            const embedding::TextEncoder::Query& encoded, float near_enough = kNearEnough);

  // `passages` are those of the document in the index. Where the document would be cut otherwise
  // now, nothing is marked.
  NearText find(const text::Document& document, std::span<const index::Passage> passages) const;

  // A word or a formula of a document.
  struct Piece {
    std::uint32_t field = 0;
    base::Span span;
    bool is_formula = false;
    std::string stem = {};            // of a word
    std::vector<float> cosines = {};  // the best of its tokens, by token of the query
  };

 private:
  // A word of the query.
  struct Asked {
    std::string text;  // as it was typed
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
