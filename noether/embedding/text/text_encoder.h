// Vectors of texts by a language model: one of the whole text, and codes of its tokens for late
// interaction, both from the same network.
//
// Immutable after opening: any number of threads may use it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/embedding/sequence_encoder.h"
#include "noether/embedding/text/token_codes.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::embedding {

// The number of tokens that are read at once, including the special ones. The shipped encoder was
// tuned on windows of this size; longer ones rank worse.
inline constexpr std::size_t kTextTokens = 200;

class TextEncoder {
 public:
  // Opens a folder in our format with a tokenizer and a pooling; it may have token codes
  // (TokenCodes).
  static base::Result<TextEncoder> open(const std::string& folder);
  // Opens $NOETHER_TEXT_MODEL, or the shipped encoder.
  static base::Result<TextEncoder> open_shipped();

  const std::string& name() const { return name_; }  // of the folder
  base::Digest digest() const { return digest_; }    // of all its files that affect vectors
  std::size_t width() const { return sequences_.width(); }
  const neural::tokens::Tokenizer& tokenizer() const { return tokenizer_; }
  const SequenceEncoder& sequences() const { return sequences_; }
  bool has_token_codes() const { return codes_.has_value(); }
  const TokenCodes& token_codes() const { return *codes_; }
  std::size_t most_tokens() const;  // in a sequence, including the special ones

  // Adds the special tokens around tokens without them.
  std::vector<neural::TokenId> with_special_tokens(std::span<const neural::TokenId> tokens) const;
  // The sequence of a text, of which only the first most_tokens() are read.
  std::vector<neural::TokenId> sequence_of(std::string_view text) const;
  std::size_t special_tokens() const { return before_.size() + after_.size(); }
  std::size_t special_tokens_before() const { return before_.size(); }

  struct Encoded {
    std::vector<float> vector;  // of length 1
    std::string tokens;         // a code for each token; empty without token codes
  };
  // Sequences must contain the special tokens, and have at most most_tokens() tokens.
  base::Result<std::vector<Encoded>> encode(std::span<const std::vector<neural::TokenId>> sequences,
                                            unsigned threads = 1) const;

  // The concatenated vectors, each of length 1, of all tokens of all sequences. Token codes are
  // fitted to them.
  base::Result<std::vector<float>> token_vectors(
      std::span<const std::vector<neural::TokenId>> sequences, unsigned threads = 1) const;

  struct Query {
    std::vector<float> vector;
    std::optional<LateQuery> late;  // set if there are token codes
    std::vector<base::Span> spans;  // of each token of `late` in the text; empty for special tokens
  };
  // Only the first most_tokens() of the text are read.
  base::Result<Query> encode_query(std::string_view text) const;
  // The same for a text with known formulas.
  base::Result<Query> encode_query(std::string_view text,
                                   neural::tokens::FormulaSpans formulas) const;

 private:
  TextEncoder(SequenceEncoder sequences, neural::tokens::Tokenizer tokenizer);
  base::Result<Query> encode_query(const neural::tokens::Encoding& text) const;

  SequenceEncoder sequences_;
  neural::tokens::Tokenizer tokenizer_;
  std::optional<TokenCodes> codes_;
  std::vector<neural::TokenId> before_;
  std::vector<neural::TokenId> after_;
  std::string name_;
  base::Digest digest_;
};

// The folder of the default encoder of texts: $NOETHER_TEXT_MODEL, or models/text-encoder, found as
// in shipped_model_folder().
std::string shipped_text_model_folder();

}  // namespace noether::embedding
