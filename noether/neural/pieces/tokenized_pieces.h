// Texts in pieces: as lines of JSON, and as tokens of a model, for pre-training.
// A file is in the format safetensors: the number of tokens of each piece, the number of pieces of
// each text, and the tokens, as 16-bit numbers if the vocabulary allows. It is mapped into memory,
// so that only the numbers of pieces and texts are held there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/mapped_bytes.h"
#include "noether/neural/token.h"

namespace noether::neural {

// A line of JSON with the pieces of one text, as `noether pieces` writes it: the pieces
// in their order; other entries are ignored. Errors describe the problem of the line.
base::Result<std::vector<std::string>> read_piece_line(std::string_view line);

// The facts about a tokenizer that training on its tokens needs.
struct TokenizerFacts {
  std::uint64_t identity = 0;    // identity_of its file
  std::uint32_t vocabulary = 0;  // one more than the largest token
  std::optional<TokenId> mask;   // the token that hides others; unset for decoders
  std::optional<TokenId> padding;
  // Special tokens before a text, between two, and after.
  std::vector<TokenId> before;
  std::vector<TokenId> between;
  std::vector<TokenId> after;

  friend bool operator==(const TokenizerFacts&, const TokenizerFacts&) = default;
};

class TokenizedPieces {
 public:
  static base::Result<TokenizedPieces> load(const std::string& path);
  static base::Result<TokenizedPieces> from_bytes(base::MappedBytes bytes);

  const TokenizerFacts& tokenizer() const { return tokenizer_; }
  std::uint64_t texts() const { return text_ends_.size(); }
  std::uint64_t pieces() const { return piece_ends_.size(); }
  std::uint64_t tokens() const { return piece_ends_.empty() ? 0 : piece_ends_.back(); }

  // The pieces of a text and the tokens of a piece; there is at least one of each.
  std::uint64_t first_piece(std::uint64_t text) const {
    return text == 0 ? 0 : text_ends_[text - 1];
  }
  std::uint64_t end_piece(std::uint64_t text) const { return text_ends_[text]; }
  std::uint64_t first_token(std::uint64_t piece) const {
    return piece == 0 ? 0 : piece_ends_[piece - 1];
  }
  std::uint64_t end_token(std::uint64_t piece) const { return piece_ends_[piece]; }

  // Adds tokens from `begin` on, without special ones.
  void append_tokens(std::uint64_t begin, std::size_t count, std::vector<TokenId>& to) const;

  // Identifies the contents of these texts, whichever file they come from.
  std::uint64_t identity() const { return identity_; }
  std::string_view bytes() const { return bytes_.view(); }

 private:
  explicit TokenizedPieces(base::MappedBytes bytes) : bytes_(std::move(bytes)) {}
  base::Result<void> read();
  bool has_only_known_tokens() const;

  base::MappedBytes bytes_;
  TokenizerFacts tokenizer_;
  std::vector<std::uint64_t> text_ends_;   // pieces before the end of each text
  std::vector<std::uint64_t> piece_ends_;  // tokens before the end of each piece
  std::string_view tokens_;                // in bytes_
  std::size_t token_bytes_ = sizeof(std::uint16_t);
  std::uint64_t identity_ = 0;
};

// Collects the contents of a file.
class TokenizedPiecesBuilder {
 public:
  explicit TokenizedPiecesBuilder(TokenizerFacts tokenizer);

  // The tokens must be below the vocabulary. Empty pieces are left out.
  void add_text(std::span<const std::vector<TokenId>> pieces);

  std::uint64_t texts() const { return text_pieces_.size(); }
  std::uint64_t pieces() const { return piece_tokens_.size(); }
  std::uint64_t tokens() const { return tokens_.size() / token_bytes_; }
  std::string to_bytes() const;

 private:
  TokenizerFacts tokenizer_;
  std::vector<std::uint32_t> text_pieces_;   // of each text
  std::vector<std::uint32_t> piece_tokens_;  // of each piece
  std::string tokens_;
  std::size_t token_bytes_;
};

}  // namespace noether::neural
