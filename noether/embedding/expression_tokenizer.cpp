#include "noether/embedding/expression_tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace noether::embedding {
namespace {

// The parts of spelled numbers, in the order of their ids.
constexpr std::string_view kNumberParts = "+-.0123456789";

struct StandardOperator {
  std::string_view name;
  std::uint8_t operands;
};

constexpr auto kOperators = std::to_array<StandardOperator>({
    {"+", 2},          {"-", 2},     {"*", 2},     {"/", 2},     {"pow", 2},       {"sqrt", 1},
    {"abs", 1},        {"exp", 1},   {"ln", 1},    {"log#2", 2}, {"sin", 1},       {"cos", 1},
    {"tan", 1},        {"csc", 1},   {"sec", 1},   {"cot", 1},   {"asin", 1},      {"acos", 1},
    {"atan", 1},       {"acsc", 1},  {"asec", 1},  {"acot", 1},  {"sinh", 1},      {"cosh", 1},
    {"tanh", 1},       {"csch", 1},  {"sech", 1},  {"coth", 1},  {"asinh", 1},     {"acosh", 1},
    {"atanh", 1},      {"acsch", 1}, {"asech", 1}, {"acoth", 1}, {"factorial", 1}, {"binomial", 2},
    {"gamma#1", 1},    {"floor", 1}, {"ceil", 1},  {"sgn#1", 1}, {"min", 2},       {"max", 2},
    {"min#3", 3},      {"max#3", 3}, {"+#3", 3},   {"*#3", 3},   {"d", 2},         {"integral", 2},
    {"integral#4", 4},
});
constexpr auto kVariables =
    std::to_array<std::string_view>({"x", "y", "z", "w", "u", "v", "t", "s"});
constexpr auto kConstants = std::to_array<std::string_view>({"pi", "e", "i"});
constexpr int kLargestInteger = 100;

// Other notations for an operator with the same operands in the same order.
constexpr auto kAliases = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"log", "ln"},
    {"log#1", "ln"},
    {"sign#1", "sgn#1"},
    {"defint", "integral#4"},
    {"min#2", "min"},
    {"max#2", "max"},
    {"+#2", "+"},
    {"*#2", "*"},
});

// A text that is not a number or an operator and looks like a name is a variable.
bool is_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 128;
  };
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '\'' || c == '{' ||
           c == '}' || c == ',';
  });
}

// An optional minus sign, and digits with at most one point.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digits = std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
  const auto points = std::ranges::count(text, '.');
  return digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == text.size();
}

base::Span span_of(std::string_view part, std::string_view text) {
  const auto begin = static_cast<std::uint32_t>(part.data() - text.data());
  return {begin, begin + static_cast<std::uint32_t>(part.size())};
}

bool has(const auto& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

constexpr std::string_view kVariableMark = "variable:";  // if its name is an operator's

}  // namespace

ExpressionTokenizer ExpressionTokenizer::standard() {
  ExpressionTokenizer tokenizer;
  for (const std::string_view special : {"<pad>", "<bos>", "<eos>"}) {
    tokenizer.add(std::string(special), Kind::Special);
  }
  for (const auto& [name, operands] : kOperators) {
    tokenizer.add(std::string(name), Kind::Operator, operands);
  }
  for (const std::string_view name : kVariables) tokenizer.add(std::string(name), Kind::Variable);
  for (const std::string_view name : kConstants) tokenizer.add(std::string(name), Kind::Constant);
  for (int value = -kLargestInteger; value <= kLargestInteger; ++value) {
    tokenizer.add(std::to_string(value), Kind::Integer);
  }
  tokenizer.add_number_parts();
  for (const auto& [name, meant] : kAliases) tokenizer.add_alias(std::string(name), meant);
  return tokenizer;
}

// Returns false if the token exists already.
bool ExpressionTokenizer::add(std::string text, Kind kind, std::uint8_t operands) {
  const auto id = static_cast<TokenId>(tokens_.size());
  if (kind == Kind::Variable) {
    if (variables_.empty()) first_variable_ = id;
    if (has(variables_, text)) return false;
    variables_.push_back(text);
  } else if (kind != Kind::Special && kind != Kind::NumberPart) {
    if (!ids_.emplace(text, id).second) return false;
  }
  tokens_.push_back({std::move(text), kind, operands});
  return true;
}

void ExpressionTokenizer::add_number_parts() {
  first_number_part_ = static_cast<TokenId>(tokens_.size());
  for (const char part : kNumberParts) add(fmt::format("<{}>", part), Kind::NumberPart);
}

bool ExpressionTokenizer::add_alias(std::string name, std::string_view meant) {
  const auto of = ids_.find(meant);
  if (of == ids_.end() || !ids_.emplace(name, of->second).second) return false;
  aliases_.emplace_back(std::move(name), meant);
  return true;
}

TokenId ExpressionTokenizer::number_part(char c) const {
  return static_cast<TokenId>(first_number_part_ + kNumberParts.find(c));
}

bool ExpressionTokenizer::spell(std::string_view number, std::vector<TokenId>& out) const {
  if (!is_number(number)) return false;
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  out.push_back(number_part(negative ? '-' : '+'));
  for (const char c : number) out.push_back(number_part(c));
  return true;
}

base::Result<std::vector<TokenId>> ExpressionTokenizer::encode(std::string_view prefix) const {
  std::vector<TokenId> ids;
  if (auto done = append(prefix, ids); !done) return std::unexpected(done.error());
  return ids;
}

base::Result<void> ExpressionTokenizer::append(std::string_view prefix,
                                               std::vector<TokenId>& out) const {
  const std::size_t before = out.size();
  out.push_back(kBos);
  auto done = tokens_of(prefix, out);
  if (done) {
    out.push_back(kEos);
  } else {
    out.resize(before);
  }
  return done;
}

base::Result<void> ExpressionTokenizer::tokens_of(std::string_view prefix,
                                                  std::vector<TokenId>& out) const {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<NamedPlace> variables;
  std::size_t missing = 1;  // the number of missing subexpressions
  std::string_view last_operator;
  std::string_view previous;
  for (std::size_t at = prefix.find_first_not_of(blanks); at < prefix.size();
       at = prefix.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(prefix.find_first_of(blanks, at), prefix.size());
    std::string_view token = prefix.substr(at, end - at);
    at = end;
    if (missing == 0) {
      return base::fail(
          fmt::format("'{}' comes after the end of the expression", token), span_of(token, prefix),
          is_name(previous)
              ? fmt::format("'{}' is a variable here: is it an operator the model does not know?",
                            previous)
              : "prefix notation is expected: + x 1, or sin x");
    }
    previous = token;
    --missing;
    if (const auto known = ids_.find(token); known != ids_.end()) {
      out.push_back(known->second);
      const std::uint8_t operands = tokens_[known->second].operands;
      if (operands > 0) last_operator = token;
      missing += operands;
    } else if (!spell(token, out)) {
      std::string_view name = token;
      if (name.starts_with(kVariableMark)) name.remove_prefix(kVariableMark.size());
      if (!is_name(name)) {
        return base::fail(fmt::format("unknown operator '{}'", token), span_of(token, prefix),
                          "the model knows the operators that 'noether model info' lists");
      }
      variables.push_back({name, out.size()});
      out.push_back(kPad);
    }
  }
  if (previous.empty()) return base::fail("the expression is empty");
  if (missing > 0) {
    return base::fail("an operand is missing: the expression ends too early",
                      span_of(last_operator, prefix));
  }
  return name_variables(variables, out);
}

base::Result<void> ExpressionTokenizer::name_variables(std::vector<NamedPlace>& places,
                                                       std::vector<TokenId>& out) const {
  std::vector<std::string_view> names;
  bool all_known = true;
  for (const NamedPlace& place : places) {
    if (has(names, place.name)) continue;
    if (names.size() == variables_.size()) {
      return base::fail(fmt::format("more than {} variables, of which the last is '{}'",
                                    variables_.size(), place.name));
    }
    all_known = all_known && has(variables_, place.name);
    names.push_back(place.name);
  }
  std::ranges::sort(names);
  for (const NamedPlace& place : places) {
    const auto number = all_known ? std::ranges::find(variables_, place.name) - variables_.begin()
                                  : std::ranges::find(names, place.name) - names.begin();
    out[place.place] = static_cast<TokenId>(first_variable_ + number);
  }
  return {};
}

base::Result<std::string> ExpressionTokenizer::decode(std::span<const TokenId> ids) const {
  std::string text;
  for (std::size_t at = 0; at < ids.size() && ids[at] != kEos; ++at) {
    if (ids[at] >= tokens_.size()) {
      return base::fail(fmt::format("token {} is not in the vocabulary of {}", ids[at], size()));
    }
    const Token& token = tokens_[ids[at]];
    if (token.kind == Kind::Special) continue;
    if (!text.empty()) text += ' ';
    if (token.kind != Kind::NumberPart) {
      text += token.text;
      continue;
    }
    const char sign = token.text[1];
    std::string number = sign == '-' ? "-" : "";
    while (at + 1 < ids.size() && ids[at + 1] > number_part('-') &&
           ids[at + 1] <= number_part('9')) {
      number += tokens_[ids[++at]].text[1];
    }
    if ((sign != '+' && sign != '-') || !is_number(number)) {
      return base::fail("a number without a sign, without digits, or with two points");
    }
    text += number;
  }
  return text;
}

}  // namespace noether::embedding
