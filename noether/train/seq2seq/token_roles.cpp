// What the tokens of a tokenizer are to the grammar.
#include <string_view>

#include "noether/train/seq2seq/prefix_grammar.h"

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using Kind = TokenRole::Kind;

// d x f differentiates f by x; integral f x, integral#4 f x a b.
std::uint8_t bound_operand(std::string_view name) {
  if (name == "d") return 0;
  if (name == "integral" || name == "integral#4" || name == "defint") return 1;
  return TokenRole::kBindsNone;
}

// Parts of numbers are <+> <-> <.> <0> … <9>.
Kind part_of_number(const std::string& token) {
  const char part = token.size() == 3 ? token[1] : '\0';
  if (part == '+' || part == '-') return Kind::Sign;
  if (part == '.') return Kind::Point;
  if (part == '0') return Kind::Zero;
  return part >= '1' && part <= '9' ? Kind::Digit : Kind::Never;
}

TokenRole role_of(const ExpressionTokenizer& tokenizer, neural::TokenId id) {
  const std::string& token = tokenizer.token(id);
  switch (tokenizer.kind(id)) {
    case ExpressionTokenizer::Kind::Special:
      return {.kind = id == ExpressionTokenizer::kEos ? Kind::End : Kind::Never};
    case ExpressionTokenizer::Kind::Operator:
      return {.kind = Kind::Operator,
              .operands = static_cast<std::uint8_t>(tokenizer.operands(id)),
              .bound = bound_operand(token)};
    case ExpressionTokenizer::Kind::Variable:
      return {.kind = Kind::Variable};
    case ExpressionTokenizer::Kind::Constant:
    case ExpressionTokenizer::Kind::Integer:
      return {.kind = Kind::Number};
    case ExpressionTokenizer::Kind::NumberPart:
      return {.kind = part_of_number(token)};
  }
  return {};
}

}  // namespace

std::vector<TokenRole> token_roles(const ExpressionTokenizer& tokenizer) {
  std::vector<TokenRole> roles;
  for (std::size_t id = 0; id < tokenizer.size(); ++id) {
    roles.push_back(role_of(tokenizer, static_cast<neural::TokenId>(id)));
  }
  return roles;
}

}  // namespace noether::train
