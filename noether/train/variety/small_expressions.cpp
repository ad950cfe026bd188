#include "noether/train/variety/small_expressions.h"

#include <initializer_list>

#include "noether/embedding/values/token_grammar.h"

namespace noether::train {
namespace {

constexpr std::size_t kMaxWhole = 9;
constexpr double kNegative = 0.3;
constexpr double kOnlyX = 0.04;
constexpr double kOneFunction = 0.7;
constexpr double kDerivative = 0.15;
constexpr double kInside = 0.25;  // of contexts
constexpr double kDerived = 0.05;
constexpr double kFunctionAround = 0.3;
constexpr double kFew = 0.4;  // of numbers: 1, 2 or 3

Tokens joined(std::initializer_list<Tokens> parts) {
  Tokens tokens;
  for (const Tokens& part : parts) tokens.insert(tokens.end(), part.begin(), part.end());
  return tokens;
}

}  // namespace

Tokens SmallExpressions::apply(const Context& context, const Tokens& expression) const {
  if (!context.is_inside()) return joined({context.before, expression, context.after});
  const neural::TokenId x = grammar_->id("x");
  Tokens tokens;
  for (const neural::TokenId token : expression) {
    if (token == x) {
      tokens.insert(tokens.end(), context.for_x.begin(), context.for_x.end());
    } else {
      tokens.push_back(token);
    }
  }
  return tokens;
}

neural::TokenId SmallExpressions::function(RandomStream& random) const {
  const Tokens& functions = change_->functions();
  return functions[random.below(functions.size())];
}

Tokens SmallExpressions::number(RandomStream& random) const {
  const double sign = random.chance(kNegative) ? -1 : 1;
  double size = 1 + static_cast<double>(random.below(random.chance(kFew) ? 3 : 10));
  if (random.chance(0.2)) {
    size = 11 + static_cast<double>(random.below(random.chance(0.7) ? 90 : 900));
  } else if (random.chance(0.05)) {
    size = (1 + static_cast<double>(random.below(99))) / 10;
  }
  Tokens tokens;
  embedding::append_number(*grammar_, sign * size, tokens);
  return tokens;
}

Tokens SmallExpressions::inner(RandomStream& random) const {
  const Tokens x = {grammar_->id("x")};
  const auto op = [&](const char* name) { return Tokens{grammar_->id(name)}; };
  switch (random.below(8)) {
    case 0:
    case 1:
      return joined({op("*"), number(random), x});
    case 2:
      return joined({op("+"), x, number(random)});
    case 3:
      return joined({op("-"), x, number(random)});
    case 4:
      return joined({op("/"), x, number(random)});
    case 5:
      return joined({op("pow"), x, {grammar_->integer(random.chance(0.7) ? 2 : 3)}});
    case 6:
      return joined({op("-"), number(random), x});
    default:
      return joined({{function(random)}, x});
  }
}

Context SmallExpressions::context(RandomStream& random) const {
  if (random.chance(kInside)) return {.before = {}, .after = {}, .for_x = inner(random)};
  if (random.chance(kDerived)) return {{grammar_->id("d"), grammar_->id("x")}, {}};
  return around(random);
}

Context SmallExpressions::around(RandomStream& random) const {
  const auto op = [&](const char* name) { return Tokens{grammar_->id(name)}; };
  const Tokens x = op("x");
  if (random.chance(kFunctionAround)) return {{function(random)}, {}};
  switch (random.below(12)) {
    case 0:
      return {op("+"), number(random)};
    case 1:
      return {op("-"), number(random)};
    case 2:
      return {joined({op("*"), number(random)}), {}};
    case 3:
      return {op("/"), number(random)};
    case 4:
      return {joined({op("/"), number(random)}), {}};
    case 5: {
      const int exponent = static_cast<int>(random.below(7)) - 3;
      return {op("pow"), {grammar_->integer(exponent == 0 ? 2 : exponent)}};
    }
    case 6:
      return {joined({op("-"), number(random)}), {}};
    case 7:
      return {op(random.chance(0.5) ? "*" : "+"), joined({{function(random)}, x})};
    case 8:
      return {op(random.chance(0.5) ? "/" : "-"), x};
    case 9:
      return {op("log#2"), {grammar_->integer(2 + static_cast<int>(random.below(9)))}};
    default:
      return {{function(random)}, {}};
  }
}

Context SmallExpressions::neighbour_of(const Context& context, RandomStream& random) const {
  Context other = context;
  Tokens& first = context.is_inside() ? other.for_x : other.before;
  const std::uint64_t at = random.below(first.size() + other.after.size());
  neural::TokenId& token = at < first.size() ? first[at] : other.after[at - first.size()];
  token = change_->another(token, random);
  return other;
}

Tokens SmallExpressions::whole(RandomStream& random) const {
  if (random.chance(kOnlyX)) return {grammar_->id("x")};
  if (random.chance(kOneFunction)) return {function(random), grammar_->id("x")};
  Tokens tokens = random.chance(0.4) ? Tokens{grammar_->id("x")} : inner(random);
  const std::uint64_t contexts = 1 + random.below(3);
  for (std::uint64_t i = 0; i < contexts; ++i) {
    Tokens larger = apply(around(random), tokens);
    if (larger.size() > kMaxWhole) break;
    tokens = std::move(larger);
  }
  if (random.chance(kDerivative)) tokens = joined({{grammar_->id("d"), grammar_->id("x")}, tokens});
  return tokens;
}

}  // namespace noether::train
