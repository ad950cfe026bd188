#include "noether/embedding/values/token_grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <string>

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
    zero_ = static_cast<int>(token) - largest_integer_;  // valid even if the list has no 0
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

std::optional<double> number_at(const TokenGrammar& grammar, TokenSpan tokens, std::size_t at) {
  if (at >= tokens.size()) return std::nullopt;
  const TokenId first = tokens[at];
  if (grammar.kind(first) == TokenGrammar::Kind::Integer) return grammar.value_of_integer(first);
  if (grammar.kind(first) != TokenGrammar::Kind::NumberPart) return std::nullopt;
  double value = 0;
  double unit = 0;  // of the next digit after the point
  for (std::size_t i = at + 1; i < tokens.size() && !grammar.begins_part(tokens[i]); ++i) {
    const char c = grammar.text(tokens[i])[1];
    if (c == '.') {
      unit = 0.1;
    } else if (unit == 0) {
      value = value * 10 + (c - '0');
    } else {
      value += unit * (c - '0');
      unit /= 10;
    }
  }
  return grammar.text(first) == "<->" ? -value : value;
}

bool append_number(const TokenGrammar& grammar, double value, Tokens& tokens) {
  constexpr double kLargest = 1e6;
  constexpr std::int64_t kUnits = 1000;
  if (!(std::fabs(value) < kLargest)) return false;
  const std::int64_t units = std::llround(value * kUnits);
  if (std::fabs(static_cast<double>(units) / kUnits - value) > 1e-9) return false;
  const std::int64_t size = std::abs(units);
  if (units % kUnits == 0 && size / kUnits <= grammar.largest_integer()) {
    tokens.push_back(grammar.integer(static_cast<int>(units / kUnits)));
    return true;
  }
  std::string digits = fmt::format("{}.{:03}", size / kUnits, size % kUnits);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  tokens.push_back(grammar.id(units < 0 ? "<->" : "<+>"));
  for (const char c : digits) tokens.push_back(grammar.number_part(c));
  return true;
}

}  // namespace noether::embedding
