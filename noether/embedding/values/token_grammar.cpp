#include "noether/embedding/values/token_grammar.h"

#include <algorithm>
#include <cassert>

namespace noether::embedding {

TokenGrammar::TokenGrammar(const ExpressionTokenizer& tokenizer) {
  for (std::size_t i = 0; i < tokenizer.size(); ++i) {
    const auto token = static_cast<TokenId>(i);
    kinds_.push_back(tokenizer.kind(token));
    operands_.push_back(static_cast<std::uint8_t>(tokenizer.operands(token)));
    texts_.push_back(tokenizer.token(token));
    begins_.push_back(kinds_.back() != Kind::NumberPart || texts_.back() == "<+>" ||
                      texts_.back() == "<->");
    ids_.emplace(texts_.back(), token);
    if (kinds_.back() != Kind::Integer) continue;
    largest_integer_ = std::stoi(texts_.back());
    zero_ = static_cast<int>(token) - largest_integer_;  // also where the list has no 0
  }
}

TokenId TokenGrammar::id(std::string_view text) const {
  const auto found = ids_.find(std::string(text));
  assert(found != ids_.end());
  return found->second;
}

Tokens TokenGrammar::tokens(std::string_view words) const {
  Tokens tokens;
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    tokens.push_back(id(words.substr(0, blank)));
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return tokens;
}

std::size_t TokenGrammar::end_of(TokenSpan tokens, std::size_t begin) const {
  std::size_t open = 1;
  std::size_t at = begin;
  while (open > 0 && at < tokens.size()) {
    open += operands_[tokens[at]];
    --open;
    ++at;
    while (at < tokens.size() && !begins_[tokens[at]]) ++at;
  }
  return at;
}

}  // namespace noether::embedding
