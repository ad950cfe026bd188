#include "noether/egen/prefix_shape.h"

#include <algorithm>
#include <charconv>

#include "noether/base/hash.h"
#include "noether/base/mix.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/operators.h"

namespace noether::egen {
namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

// What the grammar of the notation says (formula/notation/prefix.h), for one token.
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
  // From the right, the operands of an operator are known when it is met.
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
