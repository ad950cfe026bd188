// Expressions in prefix notation as the numbers that encoders read, and back.
//
// A text becomes <bos> tokens <eos>. Operators, variables, constants and small integers are one
// token each; any other number is spelled: a sign, then its digits and its point. There are few
// variables: an expression over other names is read with its names replaced by x, y, z, … in their
// alphabetical order, so a and b become x and y. The tokenizer checks that a text is one whole
// expression with operators of the file.
//
// This file needs only base/error.h, neural/token.h, fmt and nlohmann-json, so that training on a
// bare machine uses the same code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"

namespace noether::embedding {

using neural::TokenId;

class ExpressionTokenizer {
 public:
  static constexpr TokenId kPad = 0;
  static constexpr TokenId kBos = 1;
  static constexpr TokenId kEos = 2;

  enum class Kind : std::uint8_t { Special, Operator, Variable, Constant, Integer, NumberPart };

  // The tokenizer of new models, with every operator of noether/algebra.
  static ExpressionTokenizer standard();
  // Reads a file tokenizer.json; errors describe the problem.
  static base::Result<ExpressionTokenizer> from_json(std::string_view text);
  std::string to_json() const;

  std::size_t size() const { return tokens_.size(); }
  // The token as in the file: "sin", "<bos>", "<7>".
  const std::string& token(TokenId id) const { return tokens_[id].text; }
  Kind kind(TokenId id) const { return tokens_[id].kind; }
  std::size_t operands(TokenId id) const { return tokens_[id].operands; }

  bool is_operator(TokenId id) const { return tokens_[id].kind == Kind::Operator; }

  // The result includes <bos> and <eos>. An error names the token and its place.
  base::Result<std::vector<TokenId>> encode(std::string_view prefix) const;
  // Appends the same to `out`; on an error, `out` is unchanged.
  base::Result<void> append(std::string_view prefix, std::vector<TokenId>& out) const;

  // Decodes up to the first <eos> or the end. <bos> and <pad> are skipped. Numbers are complete in
  // the result, which need not be a single expression.
  base::Result<std::string> decode(std::span<const TokenId> ids) const;

 private:
  struct Token {
    std::string text;
    Kind kind = Kind::Special;
    std::uint8_t operands = 0;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  // A variable of the text, and the place where its token will be written.
  struct NamedPlace {
    std::string_view name;
    std::size_t place = 0;
  };

  bool add(std::string text, Kind kind, std::uint8_t operands = 0);
  void add_number_parts();
  bool add_alias(std::string name, std::string_view meant);
  TokenId number_part(char c) const;
  bool spell(std::string_view number, std::vector<TokenId>& out) const;
  base::Result<void> tokens_of(std::string_view prefix, std::vector<TokenId>& out) const;
  base::Result<void> name_variables(std::vector<NamedPlace>& places,
                                    std::vector<TokenId>& out) const;

  std::vector<Token> tokens_;
  // The tokens that may occur in a text, and their other names, without variables.
  std::unordered_map<std::string, TokenId, TextHash, std::equal_to<>> ids_;
  std::vector<std::string> variables_;
  TokenId first_variable_ = 0;
  TokenId first_number_part_ = 0;
  std::vector<std::pair<std::string, std::string>> aliases_;
};

}  // namespace noether::embedding
