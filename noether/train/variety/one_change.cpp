#include "noether/train/variety/one_change.h"

#include <algorithm>

namespace noether::train {

OneChange::OneChange(const TokenGrammar& grammar)
    : grammar_(&grammar),
      functions_(grammar.tokens("sqrt abs exp ln sin cos tan csc sec cot asin acos atan acsc asec "
                                "acot sinh cosh tanh csch sech coth asinh acosh atanh acsch asech "
                                "acoth")),
      operators_(grammar.tokens("+ - * / pow log#2")) {}

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
  const std::size_t at = random.below(expression.size());
  const neural::TokenId token = expression[at];
  const std::string& text = grammar_->text(token);
  if ((text == "-" || text == "/" || text == "pow" || text == "log#2") && random.chance(0.25)) {
    return exchange_operands(expression, at);
  }
  neural::TokenId other = token;
  if (grammar_->kind(token) == TokenGrammar::Kind::Variable) {
    if (at > 0 && grammar_->text(expression[at - 1]) == "d") return false;
    // Another variable of the expression, of which there is mostly none.
    for (const neural::TokenId t : expression) {
      if (t != token && grammar_->kind(t) == TokenGrammar::Kind::Variable) other = t;
    }
  } else {
    other = another(token, random);
  }
  expression[at] = other;
  return other != token;
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
