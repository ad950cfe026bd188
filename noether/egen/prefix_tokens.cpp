#include "noether/egen/prefix_tokens.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <numeric>

#include "noether/base/hash.h"
#include "noether/base/mix.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/operators.h"

namespace noether::egen {
namespace {

using algebra::Op;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t word = (a ^ std::rotl(b, 32)) * base::kGoldenRatio;
  word = (word ^ (word >> 29) ^ b) * base::kSplitMix1;
  return word ^ (word >> 32);
}

// These are always written with the number of their operands: without it they are a letter, a
// variable or, for log, an operator with one operand.
bool is_always_counted(Op op) { return op == Op::Log || op == Op::Gamma || op == Op::Sign; }

// The operator with this name and number of operands; nothing if algebra has none.
std::optional<Op> counted_op(std::string_view name, std::uint32_t count) {
  if (count == 1) {
    if (const auto function = algebra::function_by_name(name)) return function;
  }
  const auto op = algebra::op_by_name(name);
  if (!op) return std::nullopt;
  const bool may_be_more = algebra::is_commutative(*op) && count > 2;
  if (count != algebra::op_arity(*op) && !may_be_more) return std::nullopt;
  return op;
}

// Returns false if the token has a malformed number of operands.
bool read_token(std::string_view text, PrefixToken& token) {
  token = {.text = text, .op = std::nullopt};
  const std::size_t mark = text.find('#');
  if (mark == std::string_view::npos) {
    token.op = algebra::op_by_name(text);
    if (token.op && is_always_counted(*token.op)) token.op.reset();
    token.arity = token.op ? algebra::op_arity(*token.op) : text == "log" ? 1 : 0;
    return true;
  }
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + mark + 1, end, token.arity);
  if (error != std::errc() || stop != end) return false;
  token.op = counted_op(text.substr(0, mark), token.arity);
  return true;
}

// Determines the ends of subexpressions, from the last token to the first; returns false if
// operands are missing or left over.
bool find_ends(PrefixTokens& tokens) {
  for (std::size_t i = tokens.size(); i-- > 0;) {
    std::uint32_t end = static_cast<std::uint32_t>(i + 1);
    for (std::uint32_t operand = 0; operand < tokens[i].arity; ++operand) {
      if (end >= tokens.size()) return false;
      end = tokens[end].end;
    }
    tokens[i].end = end;
  }
  return !tokens.empty() && tokens[0].end == tokens.size();
}

// Also accepts functions unknown to algebra: f#1.
void split_any(std::string_view text, PrefixTokens& tokens) {
  tokens.clear();
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string_view token = text.substr(0, length);
    if (token.empty() || !read_token(token, tokens.emplace_back())) return tokens.clear();
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  if (!find_ends(tokens)) tokens.clear();
}

bool is_unknown_function(const PrefixToken& token) {
  return !token.op && (token.arity > 0 || token.text.find('#') != std::string_view::npos);
}

}  // namespace

bool is_number_token(std::string_view token) {
  if (token.starts_with('-')) token.remove_prefix(1);
  if (token.empty() || token.front() < '0' || token.front() > '9') return false;
  return std::ranges::all_of(token, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

void split_prefix(std::string_view text, PrefixTokens& tokens) {
  // call:f and f#2 are names for functions unknown to algebra.
  if (text.find(':') != std::string_view::npos) return tokens.clear();
  split_any(text, tokens);
  if (std::ranges::any_of(tokens, is_unknown_function)) tokens.clear();
}

std::string prefix_token_of(Op op) {
  if (!is_always_counted(op)) return std::string(algebra::op_name(op));
  const std::string_view name = op == Op::Log ? algebra::op_name(op) : algebra::function_name(op);
  return std::string(name) + '#' + std::to_string(algebra::op_arity(op));
}

std::vector<bool> bound_variable_places(const PrefixTokens& tokens) {
  std::vector<bool> bound(tokens.size(), false);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].op == Op::Derivative) bound[i + 1] = true;
    if (tokens[i].op == Op::Integral || tokens[i].op == Op::DefiniteIntegral) {
      bound[tokens[i + 1].end] = true;
    }
  }
  return bound;
}

std::uint64_t text_key(std::string_view text) { return base::digest_of(text).low; }

std::uint64_t twin_key(std::string_view text) {
  PrefixTokens tokens;
  split_any(text, tokens);
  if (tokens.empty()) return text_key(text);
  std::vector<std::uint64_t> keys(tokens.size());
  std::vector<std::uint64_t> operands;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    std::uint64_t key = text_key(tokens[i].text);
    operands.clear();
    for (std::size_t at = i + 1; at < tokens[i].end; at = tokens[at].end) {
      operands.push_back(keys[at]);
    }
    if (tokens[i].op && algebra::is_commutative(*tokens[i].op)) {
      std::ranges::sort(operands);
    }
    for (const std::uint64_t operand : operands) key = mix(key, operand);
    keys[i] = key;
  }
  return keys[0];
}

std::size_t token_distance(const PrefixTokens& a, const PrefixTokens& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i].text == b[j].text ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

// Applies the grammar of the notation (formula/notation/prefix.h) to one token.
TokenInfo describe(std::string_view text) {
  TokenInfo info{.name = std::string(text), .digest = base::digest_of(text).low};
  if (is_number(text)) {
    info.kind = TokenKind::Number;
    return info;
  }
  const std::size_t mark = text.find('#');
  const std::string_view name = text.substr(0, mark);
  const std::string_view plain = name.substr(0, name.find(':'));
  const auto op = formula::op_by_name(plain);
  const formula::EgenName* egen = formula::egen_name(name);
  if (mark != std::string_view::npos) {
    std::from_chars(text.data() + mark + 1, text.data() + text.size(), info.arity);
  } else if (egen != nullptr) {
    info.arity = egen->op == formula::Op::Variable ? 0 : 1;
  } else if (op) {
    info.arity = static_cast<std::uint32_t>(std::max(0, formula::op_info(*op).prefix_arity));
  }
  if (info.arity > 0) {
    info.kind = TokenKind::Operator;
    info.name = name;
    info.commutes = name == "+" || name == "*" || name == "min" || name == "max";
  } else if (name == "pi" || name == "e" || name == "i") {
    info.kind = TokenKind::Constant;
  }
  return info;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return base::mixed_bits(a ^ (b + base::kGoldenRatio + (a << 6) + (a >> 2)));
}

}  // namespace

PrefixShapes::PrefixShapes() { infos_.push_back({.name = "…"}); }

std::uint32_t PrefixShapes::token(std::string_view text) {
  if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
  if (infos_.size() >= kMaxTokens) return 0;
  const auto number = static_cast<std::uint32_t>(infos_.size());
  infos_.push_back(describe(text));
  numbers_.emplace(text, number);
  return number;
}

PrefixShapes::Shape PrefixShapes::read(std::string_view expression) {
  tokens_.clear();
  for (std::size_t at = 0; at < expression.size();) {
    const std::size_t end = std::min(expression.find(' ', at), expression.size());
    if (end > at) tokens_.push_back(token(expression.substr(at, end - at)));
    at = end + 1;
  }
  Shape shape{.tokens = tokens_, .text_digest = base::digest_of(expression).low};
  // Scanning from the right, the operands of an operator are known when it is reached.
  stack_.clear();
  for (auto at = tokens_.rbegin(); at != tokens_.rend(); ++at) {
    const TokenInfo& info = infos_[*at];
    if (stack_.size() < info.arity) return shape;
    Operand whole{1, info.digest};
    if (info.commutes && info.arity == 2) {
      const std::size_t top = stack_.size() - 1;
      if (stack_[top].digest > stack_[top - 1].digest) std::swap(stack_[top], stack_[top - 1]);
    }
    for (std::uint32_t i = 0; i < info.arity; ++i) {
      whole.depth = std::max(whole.depth, stack_.back().depth + 1);
      whole.digest = mixed(whole.digest, stack_.back().digest);
      stack_.pop_back();
    }
    stack_.push_back(whole);
  }
  if (stack_.size() != 1) return shape;
  shape.depth = stack_.back().depth;
  shape.unordered_digest = stack_.back().digest;
  shape.complete = true;
  return shape;
}

}  // namespace noether::egen
