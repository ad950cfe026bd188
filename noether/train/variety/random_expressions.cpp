#include "noether/train/variety/random_expressions.h"

#include <algorithm>
#include <initializer_list>

#include "noether/embedding/values/token_grammar.h"

namespace noether::train {
namespace {

// The first functions are related only to each other; then come rows of six, such as those from sin
// to cot.
constexpr std::size_t kLonely = 4;
constexpr std::size_t kRow = 6;
// The share of changed functions that become one of the same row, which are easily confused.
constexpr double kKinShare = 0.6;

}  // namespace

OneChange::OneChange(const TokenGrammar& grammar)
    : grammar_(&grammar),
      functions_(grammar.tokens("sqrt abs exp ln sin cos tan csc sec cot asin acos atan acsc asec "
                                "acot sinh cosh tanh csch sech coth asinh acosh atanh acsch asech "
                                "acoth")),
      operators_(grammar.tokens("+ - * / pow log#2")),
      derivative_(grammar.id("d")) {}

neural::TokenId OneChange::another(neural::TokenId token, RandomStream& random) const {
  const auto other_of = [&](const Tokens& all) {
    const neural::TokenId other = all[random.below(all.size())];
    return other != token ? other : all[(random.below(all.size() - 1) + 1) % all.size()];
  };
  switch (grammar_->kind(token)) {
    case TokenGrammar::Kind::Operator:
      if (std::ranges::find(operators_, token) != operators_.end()) return other_of(operators_);
      if (std::ranges::find(functions_, token) != functions_.end()) return other_of(functions_);
      return token;
    case TokenGrammar::Kind::Integer: {
      const int value = grammar_->value_of_integer(token);
      const int largest = grammar_->largest_integer();
      int other = value;
      switch (random.below(4)) {
        case 0:
          other = -value;
          break;
        case 1:
          other = value + static_cast<int>(random.below(7)) - 3;
          break;
        case 2:  // the hardest difference to learn
          other = value + (random.chance(0.5) ? 1 : -1);
          break;
        default:
          other = static_cast<int>(random.below(21)) - 10;
          break;
      }
      return grammar_->integer(std::clamp(other, -largest, largest));
    }
    case TokenGrammar::Kind::Constant:
      return grammar_->id(grammar_->text(token) == "e" ? "pi" : "e");
    case TokenGrammar::Kind::NumberPart: {
      const char digit = grammar_->text(token)[1];
      if (digit < '0' || digit > '9') return token;
      const int further = random.chance(0.5) ? 1 : 1 + static_cast<int>(random.below(9));
      const int other = (digit - '0' + further) % 10;
      return grammar_->number_part(static_cast<char>('0' + other));
    }
    default:
      return token;
  }
}

bool OneChange::apply(Tokens& expression, RandomStream& random) const {
  // The kind is drawn first; otherwise most changes would be of the kind with the most places.
  std::array<std::vector<std::size_t>, kKinds> places;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const bool is_bound = at > 0 && expression[at - 1] == derivative_;
    if (!is_bound) add_places(expression[at], at, places);
  }
  std::array<std::size_t, kKinds> kinds{};
  std::size_t count = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (!places[kind].empty()) kinds[count++] = kind;
  }
  if (count == 0) return false;
  const std::size_t kind = kinds[random.below(count)];
  const std::size_t at = places[kind][random.below(places[kind].size())];
  const neural::TokenId token = expression[at];
  switch (static_cast<Kind>(kind)) {
    case Kind::Order:
      return exchange_operands(expression, at);
    case Kind::Sign:
      expression[at] = grammar_->integer(-grammar_->value_of_integer(token));
      break;
    case Kind::Function:
      expression[at] = random.chance(kKinShare) ? kin_of(token, random) : another(token, random);
      break;
    case Kind::Variable:
      // Another variable of the expression; most expressions have only one.
      for (const std::size_t place : places[kind]) {
        if (expression[place] == token) continue;
        expression[at] = expression[place];
        break;
      }
      break;
    case Kind::Operator:
    case Kind::Number:
      expression[at] = another(token, random);
      break;
  }
  return expression[at] != token;
}

void OneChange::add_places(neural::TokenId token, std::size_t at,
                           std::array<std::vector<std::size_t>, kKinds>& places) const {
  const auto add = [&](Kind kind) { places[static_cast<std::size_t>(kind)].push_back(at); };
  switch (grammar_->kind(token)) {
    case TokenGrammar::Kind::Operator: {
      if (std::ranges::find(functions_, token) != functions_.end()) add(Kind::Function);
      if (std::ranges::find(operators_, token) == operators_.end()) break;
      add(Kind::Operator);
      const std::string& text = grammar_->text(token);
      if (text != "+" && text != "*") add(Kind::Order);
      break;
    }
    case TokenGrammar::Kind::Integer:
      add(Kind::Number);
      if (grammar_->value_of_integer(token) != 0) add(Kind::Sign);
      break;
    case TokenGrammar::Kind::Variable:
      add(Kind::Variable);
      break;
    default:
      add(Kind::Number);
      break;
  }
}

neural::TokenId OneChange::kin_of(neural::TokenId function, RandomStream& random) const {
  const auto at =
      static_cast<std::size_t>(std::ranges::find(functions_, function) - functions_.begin());
  const std::size_t first = at < kLonely ? 0 : kLonely + (at - kLonely) / kRow * kRow;
  const std::size_t size = at < kLonely ? kLonely : kRow;
  return functions_[first + (at - first + 1 + random.below(size - 1)) % size];
}

bool OneChange::exchange_operands(Tokens& expression, std::size_t at) const {
  const std::size_t middle = grammar_->end_of(expression, at + 1);
  const std::size_t end = grammar_->end_of(expression, middle);
  const auto place = [&](std::size_t i) {
    return expression.begin() + static_cast<std::ptrdiff_t>(i);
  };
  std::rotate(place(at + 1), place(middle), place(end));
  return true;
}

namespace {

constexpr std::size_t kMaxWhole = 9;
constexpr double kNegative = 0.3;
constexpr double kOnlyX = 0.04;
constexpr double kOneFunction = 0.7;
constexpr double kDerivative = 0.15;
constexpr double kInside = 0.25;  // share of contexts
constexpr double kDerived = 0.05;
constexpr double kFunctionAround = 0.3;
constexpr double kFew = 0.4;  // share of the numbers 1, 2 and 3

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
