#include "noether/train/variety/one_change.h"

#include <algorithm>

namespace noether::train {
namespace {

// The first functions have no relatives but one another; then come rows of six, such as those from
// sin to cot.
constexpr std::size_t kLonely = 4;
constexpr std::size_t kRow = 6;
// How often a function is changed to one of its row, for which it is easily taken.
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
        case 2:  // what is told apart hardest
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
  // The kind is drawn first, or most changes were of the kind there are most places for.
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
      // Another variable of the expression, of which there is mostly none.
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

}  // namespace noether::train
