#include "bench/identities/fungrim_term.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace noether::bench {
namespace {

constexpr int kMaxTermDepth = 300;
constexpr std::size_t kMaxDefinitionDepth = 4;

FungrimTerm call(std::string name, std::vector<FungrimTerm> arguments) {
  FungrimTerm term;
  term.name = std::move(name);
  term.arguments = std::move(arguments);
  term.is_call = true;
  return term;
}

class TermParser {
 public:
  explicit TermParser(std::string_view text) : text_(text) {}

  base::Result<FungrimTerm> read() {
    FungrimTerm term = sum();
    peek();
    if (error_.empty() && at_ < text_.size()) fail("something after the term");
    if (!error_.empty()) {
      const auto place = static_cast<std::uint32_t>(at_);
      return base::fail(error_, {place, place + 1});
    }
    return term;
  }

 private:
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    at_ = text_.size();
  }
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view token) {
    peek();
    if (!text_.substr(at_).starts_with(token)) return false;
    // A product cannot be the base of a power.
    if (token == "*" && text_.substr(at_).starts_with("**")) return false;
    at_ += token.size();
    return true;
  }
  bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  }

  FungrimTerm sum() {
    if (++depth_ > kMaxTermDepth) fail("nested too deeply");
    FungrimTerm left = product();
    while (error_.empty()) {
      const char c = peek();
      if (c != '+' && c != '-') break;
      ++at_;
      left = call(c == '+' ? "Add" : "Sub", {std::move(left), product()});
    }
    --depth_;
    return left;
  }

  FungrimTerm product() {
    FungrimTerm left = sign();
    while (error_.empty()) {
      if (take("*")) {
        left = call("Mul", {std::move(left), sign()});
      } else if (take("/")) {
        left = call("Div", {std::move(left), sign()});
      } else {
        break;
      }
    }
    return left;
  }

  FungrimTerm sign() {
    bool negative = false;
    while (peek() == '-' || peek() == '+') {
      negative ^= text_[at_] == '-';
      ++at_;
    }
    FungrimTerm value = power();
    return negative ? call("Neg", {std::move(value)}) : value;
  }

  FungrimTerm power() {
    if (++depth_ > kMaxTermDepth) fail("nested too deeply");
    FungrimTerm base = primary();
    if (error_.empty() && take("**")) base = call("Pow", {std::move(base), sign()});
    --depth_;
    return base;
  }

  std::vector<FungrimTerm> arguments(std::string_view end) {
    std::vector<FungrimTerm> found;
    if (take(end)) return found;
    do {
      found.push_back(sum());
    } while (error_.empty() && take(","));
    if (!take(end)) fail(std::string("'") + std::string(end) + "' is missing");
    return found;
  }

  FungrimTerm primary() {
    if (!error_.empty()) return {};
    const char c = peek();
    if (take("(")) {
      FungrimTerm term = sum();
      if (peek() == ',') {  // a tuple
        std::vector<FungrimTerm> items{std::move(term)};
        while (take(",") && peek() != ')') items.push_back(sum());
        term = call("Tuple", std::move(items));
      }
      if (!take(")")) fail("')' is missing");
      return term;
    }
    if (take("[")) return call("List", arguments("]"));
    if (c == '"' || c == '\'') {
      const std::size_t end = text_.find(c, at_ + 1);
      if (end == std::string_view::npos) fail("the text does not end");
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
      return call("Text", {});
    }
    if (!is_word(c)) {
      fail("an operand is missing");
      return {};
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    FungrimTerm term;
    term.name = std::string(text_.substr(begin, at_ - begin));
    if (std::isdigit(static_cast<unsigned char>(term.name[0])) != 0) {
      term.is_number = true;
    } else if (take("(")) {
      term.arguments = arguments(")");
      term.is_call = true;
    }
    return term;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
};

FungrimTerm replace(const FungrimTerm& term, const FungrimTerm& what, const FungrimTerm& by) {
  if (!what.is_call && !term.is_call && !term.is_number && term.name == what.name) return by;
  FungrimTerm result = term;
  for (FungrimTerm& argument : result.arguments) argument = replace(argument, what, by);
  if (!what.is_call || !term.is(what.name) || term.arguments.size() != what.arguments.size()) {
    return result;
  }
  FungrimTerm value = by;
  for (std::size_t i = 0; i < what.arguments.size(); ++i) {
    value = replace(value, what.arguments[i], result.arguments[i]);
  }
  return value;
}

}  // namespace

base::Result<FungrimTerm> read_fungrim_term(std::string_view text) {
  return TermParser(text).read();
}

bool is_definition(const FungrimTerm& term) {
  if (!(term.is("Equal") || term.is("Def")) || term.arguments.size() != 2) return false;
  const FungrimTerm& what = term.arguments[0];
  if (what.is_number || what.is("Tuple")) return false;
  return std::ranges::all_of(what.arguments, [](const FungrimTerm& parameter) {
    return !parameter.is_call && !parameter.is_number;
  });
}

FungrimTerm apply_definitions(FungrimTerm term, const std::vector<FungrimTerm>& definitions) {
  // Definitions may use each other in any order, but only to a small depth.
  const std::size_t passes = std::min(definitions.size(), kMaxDefinitionDepth);
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (const FungrimTerm& d : definitions) {
      if (is_definition(d)) term = replace(term, d.arguments[0], d.arguments[1]);
    }
  }
  return term;
}

}  // namespace noether::bench
