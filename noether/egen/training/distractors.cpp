#include "noether/egen/training/distractors.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace noether::egen {
namespace {

using algebra::Op;

constexpr std::array<std::string_view, kChanges> kChangeNames = {
    "operator", "function", "number", "sign", "order", "constant", "variable"};

// Functions that are easily confused: those of a row, and those of a column.
constexpr std::size_t kFamily = 6;
constexpr std::array<std::array<Op, kFamily>, 4> kFamilies = {{
    {Op::Sin, Op::Cos, Op::Tan, Op::Csc, Op::Sec, Op::Cot},
    {Op::Asin, Op::Acos, Op::Atan, Op::Acsc, Op::Asec, Op::Acot},
    {Op::Sinh, Op::Cosh, Op::Tanh, Op::Csch, Op::Sech, Op::Coth},
    {Op::Asinh, Op::Acosh, Op::Atanh, Op::Acsch, Op::Asech, Op::Acoth},
}};
constexpr std::array kOtherFunctions = {Op::Sqrt, Op::Abs, Op::Exp, Op::Ln};
constexpr std::array kRounding = {Op::Floor, Op::Ceil};
constexpr std::array kFactorials = {Op::Factorial, Op::Gamma};
constexpr std::array kSigns = {Op::Sign, Op::Abs};
constexpr std::array kOperators = {Op::Add, Op::Subtract, Op::Multiply, Op::Divide};

template <typename List>
bool holds(const List& list, Op op) {
  return std::ranges::find(list, op) != list.end();
}

// Returns another element of the list.
template <typename List>
Op another(const List& list, Op op, egraph::Random& random) {
  const auto at = static_cast<std::size_t>(std::ranges::find(list, op) - list.begin());
  return list[(at + 1 + random.below(list.size() - 1)) % list.size()];
}

std::optional<Op> another_function(Op op, egraph::Random& random) {
  if (holds(kOtherFunctions, op)) return another(kOtherFunctions, op, random);
  if (holds(kRounding, op)) return another(kRounding, op, random);
  if (holds(kFactorials, op)) return another(kFactorials, op, random);
  if (holds(kSigns, op)) return another(kSigns, op, random);
  for (const auto& family : kFamilies) {
    if (!holds(family, op)) continue;
    if (random.below(std::uint64_t{4}) != 0) return another(family, op, random);
    const auto column = static_cast<std::size_t>(std::ranges::find(family, op) - family.begin());
    const auto row = static_cast<std::size_t>(&family - kFamilies.data());
    return kFamilies[(row + 1 + random.below(kFamilies.size() - 1)) % kFamilies.size()][column];
  }
  return std::nullopt;
}

std::optional<Op> another_operator(Op op, egraph::Random& random) {
  if (holds(kOperators, op)) return another(kOperators, op, random);
  if (op == Op::Power) return kOperators[2 + random.below(std::uint64_t{2})];
  if (op == Op::Min || op == Op::Max) return op == Op::Min ? Op::Max : Op::Min;
  return std::nullopt;
}

bool order_matters(Op op) {
  return op == Op::Subtract || op == Op::Divide || op == Op::Power || op == Op::Log;
}

// The next number up or down, or any small number of the same sign. Decimals and long numbers get
// another first digit.
std::string another_number(std::string_view token, egraph::Random& random) {
  std::int64_t value = 0;
  const char* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || std::abs(value) > 1'000'000'000) {
    std::string other(token);
    char& digit = other[other[0] == '-' ? 1 : 0];
    digit = digit == '9' ? '1' : static_cast<char>(digit + 1);
    return other;
  }
  const std::int64_t sign = value < 0 ? -1 : 1;
  std::int64_t other = 0;
  switch (random.below(std::uint64_t{4})) {
    case 0:
      other = value + 1;
      break;
    case 1:
      other = value - 1;
      break;
    default:
      other = sign * static_cast<std::int64_t>(1 + random.below(std::uint64_t{9}));
      break;
  }
  return std::to_string(other == value ? value + sign : other);
}

struct Place {
  Change change;
  std::uint32_t position;
};

// Every place that can be changed, by kind.
std::vector<Place> places_of(const PrefixTokens& tokens) {
  std::vector<Place> places;
  const std::vector<bool> bound = bound_variable_places(tokens);
  std::string_view variable;
  bool several_variables = false;
  for (const PrefixToken& token : tokens) {
    if (token.op || is_number_token(token.text)) continue;
    if (variable.empty()) variable = token.text;
    several_variables = several_variables || token.text != variable;
  }
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const auto add = [&](Change change) { places.push_back({change, i}); };
    if (bound[i]) continue;
    if (!tokens[i].op) {
      if (!is_number_token(tokens[i].text)) {
        if (several_variables) add(Change::Variable);
        continue;
      }
      add(Change::Number);
      if (tokens[i].text != "0") add(Change::Sign);
      continue;
    }
    if (!tokens[i].has_usual_arity()) continue;
    const Op op = *tokens[i].op;
    if (op == Op::Pi || op == Op::E) add(Change::Constant);
    if (holds(kOperators, op) || op == Op::Power || op == Op::Min || op == Op::Max) {
      add(Change::Operator);
    }
    if (order_matters(op)) add(Change::Order);
    if (algebra::op_arity(op) == 1) add(Change::Function);
  }
  return places;
}

std::string with_token(const PrefixTokens& tokens, std::size_t position, std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) text += ' ';
    text += i == position ? token : tokens[i].text;
  }
  return text;
}

std::string with_exchanged_operands(const PrefixTokens& tokens, std::size_t position) {
  std::string text;
  const auto append = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!text.empty()) text += ' ';
      text += tokens[i].text;
    }
  };
  const std::size_t second = tokens[position + 1].end;
  append(0, position + 1);
  append(second, tokens[position].end);
  append(position + 1, second);
  append(tokens[position].end, tokens.size());
  return text;
}

std::string another_variable(const PrefixTokens& tokens, std::size_t position,
                             egraph::Random& random) {
  std::vector<std::string_view> others;
  for (const PrefixToken& token : tokens) {
    if (token.op || is_number_token(token.text) || token.text == tokens[position].text) continue;
    if (std::ranges::find(others, token.text) == others.end()) others.push_back(token.text);
  }
  return std::string(others[random.below(others.size())]);
}

// Returns an empty string if this place cannot be changed in this way.
std::string changed(const PrefixTokens& tokens, const Place& place, egraph::Random& random) {
  const PrefixToken& token = tokens[place.position];
  const auto with_op = [&](std::optional<Op> op) {
    return op ? with_token(tokens, place.position, prefix_token_of(*op)) : std::string();
  };
  switch (place.change) {
    case Change::Operator:
      return with_op(another_operator(*token.op, random));
    case Change::Function:
      return with_op(another_function(*token.op, random));
    case Change::Number:
      return with_token(tokens, place.position, another_number(token.text, random));
    case Change::Sign:
      return with_token(tokens, place.position,
                        token.text.starts_with('-') ? std::string(token.text.substr(1))
                                                    : "-" + std::string(token.text));
    case Change::Order:
      return with_exchanged_operands(tokens, place.position);
    case Change::Constant:
      return with_op(token.op == Op::Pi ? Op::E : Op::Pi);
    case Change::Variable:
      return with_token(tokens, place.position, another_variable(tokens, place.position, random));
  }
  return {};
}

std::optional<Distractor> random_change(const PrefixTokens& tokens,
                                        const std::vector<Place>& places, egraph::Random& random) {
  std::array<std::uint64_t, kChanges> counts{};
  for (const Place& place : places) ++counts[static_cast<std::size_t>(place.change)];
  std::array<std::size_t, kChanges> kinds{};
  std::size_t kind_count = 0;
  for (std::size_t kind = 0; kind < kChanges; ++kind) {
    if (counts[kind] > 0) kinds[kind_count++] = kind;
  }
  if (kind_count == 0) return std::nullopt;
  const std::size_t kind = kinds[random.below(kind_count)];
  std::uint64_t left = random.below(counts[kind]);
  for (const Place& place : places) {
    if (static_cast<std::size_t>(place.change) != kind || left-- > 0) continue;
    std::string text = changed(tokens, place, random);
    if (text.empty()) return std::nullopt;
    return Distractor{std::move(text), place.change};
  }
  return std::nullopt;
}

}  // namespace

std::string_view change_name(Change change) {
  return kChangeNames[static_cast<std::size_t>(change)];
}

std::optional<Change> change_by_name(std::string_view name) {
  const auto* const found = std::ranges::find(kChangeNames, name);
  if (found == kChangeNames.end()) return std::nullopt;
  return static_cast<Change>(found - kChangeNames.begin());
}

std::vector<Distractor> DistractorMaker::make(std::string_view expression, std::size_t how_many,
                                              egraph::Random& random) {
  std::vector<Distractor> made;
  std::vector<std::string> refused;
  split_prefix(expression, tokens_);
  const std::vector<Place> places = places_of(tokens_);
  const std::size_t tries = 8 * how_many + 16;
  for (std::size_t i = 0; i < tries && made.size() < how_many; ++i) {
    auto proposed = random_change(tokens_, places, random);
    if (!proposed || proposed->expression == expression ||
        std::ranges::find(refused, proposed->expression) != refused.end() ||
        std::ranges::find(made, proposed->expression, &Distractor::expression) != made.end()) {
      continue;
    }
    if (check_->differs_clearly(proposed->expression)) {
      made.push_back(*std::move(proposed));
    } else {
      refused.push_back(std::move(proposed->expression));
    }
  }
  return made;
}

std::optional<Distractor> DistractorMaker::first(
    std::string_view expression, std::size_t tries, egraph::Random& random,
    const std::function<bool(std::string_view)>& passes) {
  split_prefix(expression, tokens_);
  const std::vector<Place> places = places_of(tokens_);
  std::vector<std::string> refused;
  for (std::size_t i = 0; i < tries; ++i) {
    auto proposed = random_change(tokens_, places, random);
    if (!proposed || proposed->expression == expression ||
        std::ranges::find(refused, proposed->expression) != refused.end()) {
      continue;
    }
    if (passes(proposed->expression)) return proposed;
    refused.push_back(std::move(proposed->expression));
  }
  return std::nullopt;
}

std::optional<Distractor> DistractorMaker::propose(std::string_view expression,
                                                   egraph::Random& random) {
  split_prefix(expression, tokens_);
  return random_change(tokens_, places_of(tokens_), random);
}

}  // namespace noether::egen
