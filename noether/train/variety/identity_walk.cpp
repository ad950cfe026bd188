#include "noether/train/variety/identity_walk.h"

#include <algorithm>
#include <array>
#include <optional>

#include "noether/embedding/values/token_grammar.h"

namespace noether::train {
namespace {

constexpr neural::TokenId kHole = 60'000;
constexpr neural::TokenId kNumberHole = kHole + kWalkHoles.size();
constexpr std::size_t kHoles = kWalkHoles.size() + 1;

// Among the identities that match any part, the share of those that add 0, multiply by 1 and the
// like, because e-graphs find these everywhere.
constexpr double kPlainShare = 0.5;
constexpr double kRuleShare = 0.4;  // share of steps that first try a rule of algebra
constexpr double kLeafShare = 0.4;  // share of the steps at a variable or number that are taken

bool is_hole(neural::TokenId token) { return token >= kHole; }

// Whether `from` determines all holes of `to`; otherwise `to` cannot be made from it.
bool has_holes_of(const Tokens& from, const Tokens& to) {
  return std::ranges::all_of(to, [&](neural::TokenId token) {
    return !is_hole(token) || std::ranges::find(from, token) != from.end();
  });
}

}  // namespace

IdentityWalk::IdentityWalk(const TokenGrammar& grammar)
    : grammar_(&grammar), by_head_(grammar.size()), rules_(grammar.size()) {
  for (const auto& [left, right] : walk_identities()) {
    add(*pattern(left), *pattern(right));
    add(*pattern(right), *pattern(left));
  }
  for (const auto& [left_words, right_words] : rule_identities()) {
    const auto left = pattern(left_words);
    const auto right = pattern(right_words);
    if (!left || !right) continue;
    const auto add_rule = [&](const Tokens& from, const Tokens& to) {
      if (!is_hole(from[0]) && has_holes_of(from, to)) rules_[from[0]].push_back({from, to});
    };
    add_rule(*left, *right);
    add_rule(*right, *left);
  }
}

std::optional<Tokens> IdentityWalk::pattern(std::string_view words) const {
  Tokens tokens;
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, blank);
    if (word.size() == 1 && kWalkHoles.contains(word[0])) {
      tokens.push_back(static_cast<neural::TokenId>(kHole + kWalkHoles.find(word[0])));
    } else if (word == "n") {
      tokens.push_back(kNumberHole);
    } else if (grammar_->has(word)) {
      tokens.push_back(grammar_->id(word));
    } else {
      return std::nullopt;
    }
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return tokens;
}

void IdentityWalk::add(const Tokens& from, const Tokens& to) {
  if (!has_holes_of(from, to)) return;
  if (!is_hole(from[0])) {
    by_head_[from[0]].push_back({from, to});
  } else if (from[0] == kNumberHole) {
    of_numbers_.push_back({from, to});
  } else {
    // The side is plain if only the hole and a number follow the operator.
    const auto is_integer = [&](neural::TokenId token) {
      return !is_hole(token) && grammar_->kind(token) == TokenGrammar::Kind::Integer;
    };
    const bool is_plain = to.size() == 3 && (is_integer(to[1]) || is_integer(to[2]));
    (is_plain ? plain_ : everywhere_).push_back({from, to});
  }
}

bool IdentityWalk::match(const Rule& rule, TokenSpan tokens, std::size_t at, Holes& holes,
                         std::size_t& end) const {
  holes.assign(kHoles, {});
  for (const neural::TokenId token : rule.from) {
    if (at >= tokens.size()) return false;
    if (!is_hole(token)) {
      if (tokens[at++] != token) return false;
      continue;
    }
    const std::size_t part_end = grammar_->end_of(tokens, at);
    const TokenSpan part = tokens.subspan(at, part_end - at);
    if (token == kNumberHole && !embedding::number_at(*grammar_, tokens, at)) return false;
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

const std::vector<IdentityWalk::Rule>& IdentityWalk::rules_for(neural::TokenId head,
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
  // The variable of a derivative is not a part.
  if (at > 0 && grammar_->text(expression[at - 1]) == "d") return false;
  if (grammar_->operands(expression[at]) == 0 && !random.chance(kLeafShare)) return false;
  if (grammar_->operands(expression[at]) == 2 && compute(expression, at, max_tokens)) return true;
  if (grammar_->kind(expression[at]) != TokenGrammar::Kind::Operator && random.chance(0.5)) {
    return take_apart(expression, at, max_tokens, random);
  }
  if (random.chance(kRuleShare) && step_by_rule(expression, at, max_tokens, random)) return true;
  const std::vector<Rule>& rules = rules_for(expression[at], random);
  const Rule& rule = rules[random.below(rules.size())];
  Holes holes;
  std::size_t end = 0;
  return match(rule, expression, at, holes, end) &&
         rewrite(rule, holes, at, end, max_tokens, expression);
}

// Most rules match rarely, so one of the matching rules is drawn.
bool IdentityWalk::step_by_rule(Tokens& expression, std::size_t at, std::size_t max_tokens,
                                RandomStream& random) const {
  const Rule* drawn = nullptr;
  std::uint64_t fitting = 0;
  Holes holes;
  std::size_t end = 0;
  for (const Rule& rule : rules_[expression[at]]) {
    if (match(rule, expression, at, holes, end) && random.below(++fitting) == 0) drawn = &rule;
  }
  return drawn != nullptr && match(*drawn, expression, at, holes, end) &&
         rewrite(*drawn, holes, at, end, max_tokens, expression);
}

// Replaces the part from `at` to `end` by the other side of the rule. `holes` are parts of that
// part.
bool IdentityWalk::rewrite(const Rule& rule, const Holes& holes, std::size_t at, std::size_t end,
                           std::size_t max_tokens, Tokens& expression) const {
  Tokens changed(expression.begin(), expression.begin() + static_cast<std::ptrdiff_t>(at));
  for (const neural::TokenId token : rule.to) {
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

// Writes a number as a sum, a difference, a product or a quotient of two numbers.
bool IdentityWalk::take_apart(Tokens& expression, std::size_t at, std::size_t max_tokens,
                              RandomStream& random) const {
  const auto value = embedding::number_at(*grammar_, expression, at);
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
  return embedding::append_number(*grammar_, first, parts) &&
         embedding::append_number(*grammar_, other, parts) &&
         replace(expression, at, parts, max_tokens);
}

// Replaces an operation on two numbers by its value.
bool IdentityWalk::compute(Tokens& expression, std::size_t at, std::size_t max_tokens) const {
  const std::string& way = grammar_->text(expression[at]);
  const auto a = embedding::number_at(*grammar_, expression, at + 1);
  if (!a) return false;
  const auto b = embedding::number_at(*grammar_, expression, grammar_->end_of(expression, at + 1));
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
  return embedding::append_number(*grammar_, value, number) &&
         replace(expression, at, number, max_tokens);
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
