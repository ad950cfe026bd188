// The beginning and end of each part of an expression in tokens.
//
// An expression is its tokens in prefix order, without the special ones. Most leaves are one token;
// a spelled number is several: its sign, then digits and a point. The functions below convert such
// a number to its value and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::embedding {

using Tokens = std::vector<TokenId>;
using TokenSpan = std::span<const TokenId>;

class TokenGrammar {
 public:
  using Kind = ExpressionTokenizer::Kind;

  explicit TokenGrammar(const ExpressionTokenizer& tokenizer);

  std::size_t size() const { return kinds_.size(); }
  Kind kind(TokenId token) const { return kinds_[token]; }
  std::size_t operands(TokenId token) const { return operands_[token]; }
  const std::string& text(TokenId token) const { return texts_[token]; }
  // The id of a token that the tokenizer is known to have: a name in tables of the program, or in
  // training.
  TokenId id(std::string_view text) const;
  bool has(std::string_view text) const { return ids_.contains(std::string(text)); }
  // The id of a digit or the point inside a spelled number.
  TokenId number_part(char c) const { return id(std::string{'<', c, '>'}); }
  Tokens tokens(std::string_view words) const;
  // The token of an integer, from -100 to 100 in training.
  TokenId integer(int value) const { return static_cast<TokenId>(zero_ + value); }
  int value_of_integer(TokenId token) const { return static_cast<int>(token) - zero_; }
  int largest_integer() const { return largest_integer_; }

  // The end of the part that begins at `begin`; the end of the tokens if the part is incomplete.
  std::size_t end_of(TokenSpan tokens, std::size_t begin) const;
  // False in the middle of a spelled number.
  bool begins_part(TokenId token) const { return begins_[token]; }

 private:
  std::vector<Kind> kinds_;
  std::vector<std::uint8_t> operands_;
  std::vector<std::string> texts_;
  std::vector<bool> begins_;
  std::unordered_map<std::string, TokenId> ids_;
  int zero_ = 0;
  int largest_integer_ = 0;
};

// The value of the number that begins at `at` and takes all tokens up to the end of that part;
// empty if the part is not a number.
std::optional<double> number_at(const TokenGrammar& grammar, TokenSpan tokens, std::size_t at);

// Returns false, and adds nothing, for a number with more than six digits before the point or three
// after it.
bool append_number(const TokenGrammar& grammar, double value, Tokens& tokens);

}  // namespace noether::embedding
