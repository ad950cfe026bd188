#include "noether/train/seq2seq/source_variables.h"

#include <algorithm>

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using neural::TokenId;
using TokenKind = ExpressionTokenizer::Kind;

constexpr std::string_view kBlanks = " \t\r\n";

// The next token of the text, which loses it; empty at the end.
std::string_view take_token(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view token = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(token.size());
  return token;
}

bool is_sign(const ExpressionTokenizer& tokenizer, TokenId id) {
  return tokenizer.token(id) == "<+>" || tokenizer.token(id) == "<->";
}

}  // namespace

SourceVariables::SourceVariables(const ExpressionTokenizer& tokenizer, std::string_view text,
                                 std::span<const TokenId> ids)
    : tokenizer_(&tokenizer) {
  for (const TokenId id : ids) {
    const TokenKind kind = tokenizer.kind(id);
    if (kind == TokenKind::Special) continue;
    // One token of the text for each, but for the digits of a number.
    if (kind == TokenKind::NumberPart && !is_sign(tokenizer, id)) continue;
    const std::string_view token = take_token(text);
    if (kind == TokenKind::Variable) names_.emplace(id, token);
  }
}

std::vector<TokenId> SourceVariables::tokens() const {
  std::vector<TokenId> ids;
  for (const auto& [id, name] : names_) ids.push_back(id);
  return ids;
}

base::Result<std::string> SourceVariables::write(std::span<const TokenId> ids) const {
  const auto decoded = tokenizer_->decode(ids);
  if (!decoded) return decoded;
  std::string_view rest = *decoded;
  std::string text;
  for (std::string_view token = take_token(rest); !token.empty(); token = take_token(rest)) {
    // Few: a search is as fast as anything.
    const auto named = std::ranges::find_if(
        names_, [&](const auto& entry) { return tokenizer_->token(entry.first) == token; });
    if (!text.empty()) text += ' ';
    text += named == names_.end() ? token : std::string_view(named->second);
  }
  return text;
}

}  // namespace noether::train
