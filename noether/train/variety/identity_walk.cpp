#include "noether/train/variety/identity_walk.h"

#include <algorithm>
#include <array>
#include <optional>

#include "noether/train/variety/token_numbers.h"

namespace noether::train {
namespace {

constexpr std::uint16_t kHole = 60'000;
constexpr std::uint16_t kNumberHole = kHole + 3;
constexpr std::size_t kHoles = 4;

// Of the identities that hold for anything, how often one that adds 0, multiplies by 1 or the like
// is taken: e-graphs find these everywhere.
constexpr double kPlainShare = 0.5;
constexpr double kLeafShare = 0.4;  // how often a step at a variable or a number is taken

constexpr auto kIdentities = std::to_array<std::pair<std::string_view, std::string_view>>({
    // Sums and products
    {"+ a b", "+ b a"},
    {"* a b", "* b a"},
    {"+ + a b c", "+ a + b c"},
    {"* * a b c", "* a * b c"},
    {"- a b", "+ a * -1 b"},
    {"- a b", "* -1 - b a"},
    {"- a b", "- - 0 b - 0 a"},
    {"- 0 a", "* -1 a"},
    {"* -1 a", "/ a -1"},
    {"- - a b c", "- a + b c"},
    {"+ a - b c", "- + a b c"},
    {"- a - b c", "+ - a b c"},
    {"- a * -1 b", "+ a b"},
    {"+ a a", "* 2 a"},
    {"* a + b c", "+ * a b * a c"},
    {"* a - b c", "- * a b * a c"},
    {"/ + a b c", "+ / a c / b c"},
    {"/ - a b c", "- / a c / b c"},
    {"* * -1 a b", "* -1 * a b"},
    {"/ * -1 a b", "* -1 / a b"},
    {"/ a b", "* a / 1 b"},
    {"/ a b", "* a pow b -1"},
    {"/ 1 a", "pow a -1"},
    {"/ / a b c", "/ a * b c"},
    {"/ a / b c", "/ * a c b"},
    {"* a / b c", "/ * a b c"},
    {"/ a b", "/ 1 / b a"},
    {"/ a b", "/ * -1 a * -1 b"},
    // What changes nothing
    {"a", "+ a 0"},
    {"a", "+ 0 a"},
    {"a", "- a 0"},
    {"a", "* a 1"},
    {"a", "* 1 a"},
    {"a", "/ a 1"},
    {"a", "pow a 1"},
    {"a", "* -1 * -1 a"},
    {"a", "- 0 - 0 a"},
    {"a", "/ 1 / 1 a"},
    {"a", "ln exp a"},
    {"a", "exp ln a"},
    {"a", "sin asin a"},
    {"a", "cos acos a"},
    {"a", "tan atan a"},
    {"a", "csc acsc a"},
    {"a", "sec asec a"},
    {"a", "cot acot a"},
    {"a", "sinh asinh a"},
    {"a", "asinh sinh a"},
    {"a", "cosh acosh a"},
    {"a", "tanh atanh a"},
    {"a", "atanh tanh a"},
    {"a", "csch acsch a"},
    {"a", "acsch csch a"},
    {"a", "sech asech a"},
    {"a", "coth acoth a"},
    {"a", "acoth coth a"},
    // Reciprocals
    {"/ 1 a", "csc asin a"},
    {"/ 1 a", "sec acos a"},
    {"/ 1 a", "cot atan a"},
    {"/ 1 a", "sin acsc a"},
    {"/ 1 a", "cos asec a"},
    {"/ 1 a", "tan acot a"},
    {"/ 1 a", "csch asinh a"},
    {"/ 1 a", "sech acosh a"},
    {"/ 1 a", "coth atanh a"},
    {"/ 1 a", "sinh acsch a"},
    {"/ 1 a", "cosh asech a"},
    {"/ 1 a", "tanh acoth a"},
    {"asin / 1 a", "acsc a"},
    {"acos / 1 a", "asec a"},
    {"atan / 1 a", "acot a"},
    {"asin a", "acsc / 1 a"},
    {"acos a", "asec / 1 a"},
    {"atan a", "acot / 1 a"},
    {"asinh / 1 a", "acsch a"},
    {"acosh / 1 a", "asech a"},
    {"atanh / 1 a", "acoth a"},
    {"asinh a", "acsch / 1 a"},
    {"acosh a", "asech / 1 a"},
    {"atanh a", "acoth / 1 a"},
    {"csc a", "/ 1 sin a"},
    {"sec a", "/ 1 cos a"},
    {"cot a", "/ 1 tan a"},
    {"sin a", "/ 1 csc a"},
    {"cos a", "/ 1 sec a"},
    {"tan a", "/ 1 cot a"},
    {"csch a", "/ 1 sinh a"},
    {"sech a", "/ 1 cosh a"},
    {"coth a", "/ 1 tanh a"},
    {"sinh a", "/ 1 csch a"},
    {"cosh a", "/ 1 sech a"},
    {"tanh a", "/ 1 coth a"},
    {"/ b csc a", "* b sin a"},
    {"/ b sec a", "* b cos a"},
    {"/ b cot a", "* b tan a"},
    {"/ b sin a", "* b csc a"},
    {"/ b cos a", "* b sec a"},
    {"/ b tan a", "* b cot a"},
    {"/ b csch a", "* b sinh a"},
    {"/ b sech a", "* b cosh a"},
    {"/ b coth a", "* b tanh a"},
    // Quotients
    {"tan a", "/ sin a cos a"},
    {"cot a", "/ cos a sin a"},
    {"tanh a", "/ sinh a cosh a"},
    {"coth a", "/ cosh a sinh a"},
    {"tan a", "* sin a sec a"},
    {"sin a", "* tan a cos a"},
    {"cos a", "* sin a cot a"},
    {"sinh a", "* tanh a cosh a"},
    // Even and odd
    {"sin * -1 a", "* -1 sin a"},
    {"cos * -1 a", "cos a"},
    {"tan * -1 a", "* -1 tan a"},
    {"csc * -1 a", "* -1 csc a"},
    {"sec * -1 a", "sec a"},
    {"cot * -1 a", "* -1 cot a"},
    {"asin * -1 a", "* -1 asin a"},
    {"atan * -1 a", "* -1 atan a"},
    {"acsc * -1 a", "* -1 acsc a"},
    {"acot * -1 a", "* -1 acot a"},
    {"sinh * -1 a", "* -1 sinh a"},
    {"cosh * -1 a", "cosh a"},
    {"tanh * -1 a", "* -1 tanh a"},
    {"csch * -1 a", "* -1 csch a"},
    {"sech * -1 a", "sech a"},
    {"coth * -1 a", "* -1 coth a"},
    {"asinh * -1 a", "* -1 asinh a"},
    {"atanh * -1 a", "* -1 atanh a"},
    {"acsch * -1 a", "* -1 acsch a"},
    {"acoth * -1 a", "* -1 acoth a"},
    {"sin - a b", "* -1 sin - b a"},
    {"cos - a b", "cos - b a"},
    {"tan - a b", "* -1 tan - b a"},
    {"sinh - a b", "* -1 sinh - b a"},
    {"cosh - a b", "cosh - b a"},
    {"abs - a b", "abs - b a"},
    {"abs * -1 a", "abs a"},
    // Turns
    {"sin a", "cos - a / pi 2"},
    {"cos a", "sin + a / pi 2"},
    {"sin a", "sin + a * 2 pi"},
    {"cos a", "cos + a * 2 pi"},
    {"tan a", "tan + a pi"},
    {"cot a", "cot + a pi"},
    {"sin a", "sin - pi a"},
    {"cos + a pi", "* -1 cos a"},
    {"sin + a pi", "* -1 sin a"},
    {"cot a", "tan - / pi 2 a"},
    {"sec a", "csc + a / pi 2"},
    {"asin a", "- / pi 2 acos a"},
    {"acsc a", "- / pi 2 asec a"},
    // Squares and double angles
    {"+ pow sin a 2 pow cos a 2", "1"},
    {"- 1 pow sin a 2", "pow cos a 2"},
    {"- 1 pow cos a 2", "pow sin a 2"},
    {"+ 1 pow tan a 2", "pow sec a 2"},
    {"+ 1 pow cot a 2", "pow csc a 2"},
    {"- pow cosh a 2 pow sinh a 2", "1"},
    {"- 1 pow tanh a 2", "pow sech a 2"},
    {"+ 1 pow sinh a 2", "pow cosh a 2"},
    {"sin * 2 a", "* 2 * sin a cos a"},
    {"cos * 2 a", "- 1 * 2 pow sin a 2"},
    {"cos * 2 a", "- * 2 pow cos a 2 1"},
    {"cos * 2 a", "- pow cos a 2 pow sin a 2"},
    {"sinh * 2 a", "* 2 * sinh a cosh a"},
    {"cos asin a", "sqrt - 1 pow a 2"},
    {"sin acos a", "sqrt - 1 pow a 2"},
    {"cosh asinh a", "sqrt + 1 pow a 2"},
    {"sinh a", "/ - exp a exp * -1 a 2"},
    {"cosh a", "/ + exp a exp * -1 a 2"},
    // Powers, exponentials, logarithms
    {"pow a 2", "* a a"},
    {"pow a 3", "* a pow a 2"},
    {"pow a 3", "* pow a 2 a"},
    {"pow a -1", "/ 1 a"},
    {"pow a -2", "/ 1 pow a 2"},
    {"pow a -2", "pow / 1 a 2"},
    {"pow a -3", "/ 1 pow a 3"},
    {"pow * a b 2", "* pow a 2 pow b 2"},
    {"pow / a b 2", "/ pow a 2 pow b 2"},
    {"pow * -1 a 2", "pow a 2"},
    {"pow * -1 a 3", "* -1 pow a 3"},
    {"pow - a b 2", "pow - b a 2"},
    {"* * a b a", "* b pow a 2"},
    {"sqrt a", "pow a / 1 2"},
    {"sqrt pow a 2", "abs a"},
    {"pow sqrt a 2", "a"},
    {"* sqrt a sqrt b", "sqrt * a b"},
    {"exp a", "pow e a"},
    {"exp + a b", "* exp a exp b"},
    {"exp - a b", "/ exp a exp b"},
    {"exp * -1 a", "/ 1 exp a"},
    {"ln * a b", "+ ln a ln b"},
    {"ln / a b", "- ln a ln b"},
    {"ln pow a 2", "* 2 ln a"},
    {"ln pow a 3", "* 3 ln a"},
    {"ln / 1 a", "* -1 ln a"},
    {"ln sqrt a", "/ ln a 2"},
    {"log#2 a b", "/ ln b ln a"},
    // Derivatives
    {"d x + a b", "+ d x a d x b"},
    {"d x - a b", "- d x a d x b"},
    {"d x * a b", "+ * b d x a * a d x b"},
    {"d x pow a 2", "* 2 * a d x a"},
    {"d x pow a 3", "* 3 * pow a 2 d x a"},
    {"d x / 1 a", "/ * -1 d x a pow a 2"},
    {"d x sin a", "* cos a d x a"},
    {"d x cos a", "* * -1 sin a d x a"},
    {"d x tan a", "* pow sec a 2 d x a"},
    {"d x exp a", "* exp a d x a"},
    {"d x ln a", "/ d x a a"},
    {"d x sinh a", "* cosh a d x a"},
    {"d x cosh a", "* sinh a d x a"},
    {"d x atan a", "/ d x a + 1 pow a 2"},
    {"d x sqrt a", "/ d x a * 2 sqrt a"},
    {"d x x", "1"},
    // Antiderivatives
    {"d x * n x", "n"},
    {"d x a", "d x + a n"},
    {"d x a", "d x - a n"},
    {"d x * n a", "* n d x a"},
    {"d x / a n", "/ d x a n"},
    {"d x pow x 2", "* 2 x"},
    {"d x pow x 3", "* 3 pow x 2"},
    {"d x pow x 4", "* 4 pow x 3"},
    {"d x / pow x 2 2", "x"},
    {"d x / 1 x", "/ -1 pow x 2"},
    {"d x ln x", "/ 1 x"},
    {"d x exp x", "exp x"},
    {"d x sin x", "cos x"},
    {"d x cos x", "- 0 sin x"},
    {"d x tan x", "pow sec x 2"},
    {"d x cot x", "- 0 pow csc x 2"},
    {"d x sinh x", "cosh x"},
    {"d x cosh x", "sinh x"},
    {"d x tanh x", "pow sech x 2"},
    {"d x atan x", "/ 1 + 1 pow x 2"},
    {"d x asinh x", "/ 1 sqrt + 1 pow x 2"},
});

bool is_hole(std::uint16_t token) { return token >= kHole; }

}  // namespace

std::span<const std::pair<std::string_view, std::string_view>> walk_identities() {
  return kIdentities;
}

IdentityWalk::IdentityWalk(const TokenGrammar& grammar)
    : grammar_(&grammar), by_head_(grammar.size()) {
  for (const auto& [left, right] : kIdentities) {
    add(pattern(left), pattern(right));
    add(pattern(right), pattern(left));
  }
}

Tokens IdentityWalk::pattern(std::string_view words) const {
  Tokens tokens;
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, blank);
    if (word == "a" || word == "b" || word == "c") {
      tokens.push_back(static_cast<std::uint16_t>(kHole + (word[0] - 'a')));
    } else if (word == "n") {
      tokens.push_back(kNumberHole);
    } else {
      tokens.push_back(grammar_->id(word));
    }
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return tokens;
}

// A side whose holes the other side lacks tells too little to make that one of it.
void IdentityWalk::add(const Tokens& from, const Tokens& to) {
  for (const std::uint16_t token : to) {
    if (is_hole(token) && std::ranges::find(from, token) == from.end()) return;
  }
  if (!is_hole(from[0])) {
    by_head_[from[0]].push_back({from, to});
  } else if (from[0] == kNumberHole) {
    of_numbers_.push_back({from, to});
  } else {
    // With nothing but the hole and a number behind the operator.
    const bool is_plain = to.size() == 3 && (grammar_->kind(to[1]) == TokenGrammar::Kind::Integer ||
                                             grammar_->kind(to[2]) == TokenGrammar::Kind::Integer);
    (is_plain ? plain_ : everywhere_).push_back({from, to});
  }
}

bool IdentityWalk::match(const Rule& rule, TokenSpan tokens, std::size_t at, Holes& holes,
                         std::size_t& end) const {
  holes.assign(kHoles, {});
  for (const std::uint16_t token : rule.from) {
    if (at >= tokens.size()) return false;
    if (!is_hole(token)) {
      if (tokens[at++] != token) return false;
      continue;
    }
    const std::size_t part_end = grammar_->end_of(tokens, at);
    const TokenSpan part = tokens.subspan(at, part_end - at);
    if (token == kNumberHole && !number_at(*grammar_, tokens, at)) return false;
    TokenSpan& hole = holes[token - kHole];
    if (hole.empty()) {
      hole = part;
    } else if (!std::ranges::equal(hole, part)) {
      return false;
    }
    at = part_end;
  }
  end = at;
  return true;
}

const std::vector<IdentityWalk::Rule>& IdentityWalk::rules_for(std::uint16_t head,
                                                               RandomStream& random) const {
  const std::vector<Rule>& own = by_head_[head];
  if (!own.empty() && random.chance(0.75)) return own;
  const bool is_number = grammar_->kind(head) == TokenGrammar::Kind::Integer ||
                         grammar_->kind(head) == TokenGrammar::Kind::NumberPart;
  if (is_number && random.chance(0.2)) return of_numbers_;
  return random.chance(kPlainShare) ? plain_ : everywhere_;
}

bool IdentityWalk::step(Tokens& expression, std::size_t max_tokens, RandomStream& random) const {
  const std::size_t at = random.below(expression.size());
  if (!grammar_->begins_part(expression[at])) return false;
  // The variable of a derivative is no part.
  if (at > 0 && grammar_->text(expression[at - 1]) == "d") return false;
  if (grammar_->operands(expression[at]) == 0 && !random.chance(kLeafShare)) return false;
  if (grammar_->operands(expression[at]) == 2 && compute(expression, at, max_tokens)) return true;
  if (grammar_->kind(expression[at]) != TokenGrammar::Kind::Operator && random.chance(0.5)) {
    return take_apart(expression, at, max_tokens, random);
  }
  const std::vector<Rule>& rules = rules_for(expression[at], random);
  const Rule& rule = rules[random.below(rules.size())];
  Holes holes;
  std::size_t end = 0;
  if (!match(rule, expression, at, holes, end)) return false;
  Tokens changed(expression.begin(), expression.begin() + static_cast<std::ptrdiff_t>(at));
  for (const std::uint16_t token : rule.to) {
    if (is_hole(token)) {
      changed.insert(changed.end(), holes[token - kHole].begin(), holes[token - kHole].end());
    } else {
      changed.push_back(token);
    }
  }
  changed.insert(changed.end(), expression.begin() + static_cast<std::ptrdiff_t>(end),
                 expression.end());
  if (changed.size() > max_tokens) return false;
  expression = std::move(changed);
  return true;
}

// A number as a sum, a difference, a product or a quotient of two.
bool IdentityWalk::take_apart(Tokens& expression, std::size_t at, std::size_t max_tokens,
                              RandomStream& random) const {
  const auto value = number_at(*grammar_, expression, at);
  if (!value) return false;
  constexpr auto kShares = std::to_array({0.5, 0.25, 0.2, 0.125, 0.1, 1.5, 2.5, 10.0});
  const double other = random.chance(0.2) ? kShares[random.below(kShares.size())]
                                          : 1 + static_cast<double>(random.below(9));
  const std::uint64_t way = random.below(4);
  const double first = way == 0   ? *value - other
                       : way == 1 ? *value + other
                       : way == 2 ? *value / other
                                  : *value * other;
  constexpr auto kWays = std::to_array({"+", "-", "*", "/"});
  Tokens parts = {grammar_->id(kWays[way])};
  return append_number(*grammar_, first, parts) && append_number(*grammar_, other, parts) &&
         replace(expression, at, parts, max_tokens);
}

// And the other way round.
bool IdentityWalk::compute(Tokens& expression, std::size_t at, std::size_t max_tokens) const {
  const std::string& way = grammar_->text(expression[at]);
  const auto a = number_at(*grammar_, expression, at + 1);
  if (!a) return false;
  const auto b = number_at(*grammar_, expression, grammar_->end_of(expression, at + 1));
  if (!b) return false;
  double value = 0;
  if (way == "+") {
    value = *a + *b;
  } else if (way == "-") {
    value = *a - *b;
  } else if (way == "*") {
    value = *a * *b;
  } else if (way == "/" && *b != 0) {
    value = *a / *b;
  } else {
    return false;
  }
  Tokens number;
  return append_number(*grammar_, value, number) && replace(expression, at, number, max_tokens);
}

// The part that begins at `at`.
bool IdentityWalk::replace(Tokens& expression, std::size_t at, const Tokens& by,
                           std::size_t max_tokens) const {
  const std::size_t end = grammar_->end_of(expression, at);
  if (expression.size() - (end - at) + by.size() > max_tokens) return false;
  const auto place = [&](std::size_t i) {
    return expression.begin() + static_cast<std::ptrdiff_t>(i);
  };
  expression.insert(expression.erase(place(at), place(end)), by.begin(), by.end());
  return true;
}

void IdentityWalk::walk(Tokens& expression, int steps, std::size_t max_tokens,
                        RandomStream& random) const {
  for (int done = 0, tried = 0; done < steps && tried < 6 * steps; ++tried) {
    if (step(expression, max_tokens, random)) ++done;
  }
}

}  // namespace noether::train
