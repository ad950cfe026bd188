#include "noether/train/seq2seq/prefix_grammar.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using RoleKind = TokenRole::Kind;

// d x f differentiates f by x; integral f x, integral#4 f x a b.
std::uint8_t bound_operand(std::string_view name) {
  if (name == "d") return 0;
  if (name == "integral" || name == "integral#4" || name == "defint") return 1;
  return TokenRole::kBindsNone;
}

// The parts of numbers are <+> <-> <.> <0> … <9>.
RoleKind part_of_number(const std::string& token) {
  const char part = token.size() == 3 ? token[1] : '\0';
  if (part == '+' || part == '-') return RoleKind::Sign;
  if (part == '.') return RoleKind::Point;
  if (part == '0') return RoleKind::Zero;
  return part >= '1' && part <= '9' ? RoleKind::Digit : RoleKind::Never;
}

TokenRole role_of(const ExpressionTokenizer& tokenizer, neural::TokenId id) {
  const std::string& token = tokenizer.token(id);
  switch (tokenizer.kind(id)) {
    case ExpressionTokenizer::Kind::Special:
      return {.kind = id == ExpressionTokenizer::kEos ? RoleKind::End : RoleKind::Never};
    case ExpressionTokenizer::Kind::Operator:
      return {.kind = RoleKind::Operator,
              .operands = static_cast<std::uint8_t>(tokenizer.operands(id)),
              .bound = bound_operand(token)};
    case ExpressionTokenizer::Kind::Variable:
      return {.kind = RoleKind::Variable};
    case ExpressionTokenizer::Kind::Constant:
    case ExpressionTokenizer::Kind::Integer:
      return {.kind = RoleKind::Number};
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

namespace {

using Spelling = PrefixGrammar::State::Spelling;

bool is_digit(RoleKind kind) { return kind == RoleKind::Digit || kind == RoleKind::Zero; }

// A number may end here if its last part is a digit.
bool may_end(Spelling spelling) {
  return spelling != Spelling::Sign && spelling != Spelling::Point;
}

bool continues_number(Spelling spelling, RoleKind kind) {
  switch (spelling) {
    case Spelling::None:
      return false;
    case Spelling::Sign:
    case Spelling::Point:
    case Spelling::Fraction:
      return is_digit(kind);
    case Spelling::LoneZero:
      return kind == RoleKind::Point;
    case Spelling::Whole:
      return is_digit(kind) || kind == RoleKind::Point;
  }
  return false;
}

}  // namespace

PrefixGrammar::PrefixGrammar(std::vector<TokenRole> roles,
                             std::span<const neural::TokenId> variables)
    : roles_(std::move(roles)) {
  for (std::size_t id = 0; id < roles_.size(); ++id) {
    if (roles_[id].kind != RoleKind::Variable) continue;
    if (std::ranges::find(variables, id) == variables.end()) {
      roles_[id].kind = RoleKind::Never;
    } else {
      may_bind_ = true;
    }
  }
}

bool PrefixGrammar::allows(const State& state, neural::TokenId token,
                           std::size_t tokens_left) const {
  if (token >= roles_.size()) return false;
  const TokenRole& role = roles_[token];
  if (role.kind == RoleKind::Never) return false;
  const std::size_t open = state.open.size();
  if (role.kind == RoleKind::End) return open == 0 && may_end(state.spelling);
  if (continues_number(state.spelling, role.kind)) {
    return 1 + open + (role.kind == RoleKind::Point ? 1 : 0) <= tokens_left;
  }
  if (!may_end(state.spelling) || open == 0) return false;
  if (state.open.back()) return role.kind == RoleKind::Variable && open <= tokens_left;
  switch (role.kind) {
    case RoleKind::Operator:
      if (role.bound != TokenRole::kBindsNone && !may_bind_) return false;
      return open + role.operands <= tokens_left;
    case RoleKind::Variable:
    case RoleKind::Number:
      return open <= tokens_left;
    case RoleKind::Sign:  // and at least one digit
      return open + 1 <= tokens_left;
    default:
      return false;
  }
}

void PrefixGrammar::advance(State& state, neural::TokenId token) const {
  const TokenRole& role = roles_[token];
  switch (role.kind) {
    case RoleKind::Point:
      state.spelling = Spelling::Point;
      return;
    case RoleKind::Zero:
    case RoleKind::Digit:
      if (state.spelling == Spelling::Sign) {
        state.spelling = role.kind == RoleKind::Zero ? Spelling::LoneZero : Spelling::Whole;
      } else if (state.spelling == Spelling::Point) {
        state.spelling = Spelling::Fraction;
      }
      return;
    default:
      break;
  }
  state.spelling = role.kind == RoleKind::Sign ? Spelling::Sign : Spelling::None;
  if (state.open.empty()) return;
  state.open.pop_back();
  if (role.kind != RoleKind::Operator) return;
  for (std::size_t operand = role.operands; operand-- > 0;) {
    state.open.push_back(operand == role.bound);
  }
}

bool PrefixGrammar::is_whole(std::span<const neural::TokenId> tokens) const {
  State state;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!allows(state, tokens[i], tokens.size() - i)) return false;
    advance(state, tokens[i]);
  }
  return state.open.empty() && may_end(state.spelling);
}

}  // namespace noether::train
