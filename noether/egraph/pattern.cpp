#include "noether/egraph/pattern.h"

#include <algorithm>
#include <utility>

namespace noether::egraph {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

base::Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

class PatternReader {
 public:
  PatternReader(std::string_view text, const SymbolReader& symbols, VariableNames& variables)
      : text_(text), symbols_(symbols), variables_(variables) {}

  base::Result<Pattern> read() {
    while (skip_blanks(), at_ < text_.size()) {
      if (done_) return base::fail("text after the end of the pattern", span_of(at_, text_.size()));
      if (auto result = read_token(); !result) return std::unexpected(result.error());
    }
    if (!open_.empty()) {
      return base::fail("a parenthesis is not closed", span_of(open_.back().begin, text_.size()));
    }
    if (pattern_.empty())
      return base::fail("the pattern is empty", {}, "write a term such as (f ?x)");
    return std::move(pattern_);
  }

 private:
  // A node whose children are being read. Its symbol depends on the number of children.
  struct Open {
    std::size_t node;
    std::size_t begin;
    std::string_view name;
  };

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

  std::string_view take_name() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n()", at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }

  base::Result<void> read_token() {
    const std::size_t begin = at_;
    if (text_[at_] == ')') {
      ++at_;
      if (open_.empty())
        return base::fail("a parenthesis is closed but not opened", span_of(begin, at_));
      const Open open = open_.back();
      open_.pop_back();
      return close(open);
    }
    const bool opens = text_[at_] == '(';
    if (opens) {
      ++at_;
      skip_blanks();
    }
    const std::string_view name = take_name();
    if (name.empty()) {
      return base::fail("an operator is missing after a parenthesis", span_of(begin, at_));
    }
    if (!open_.empty()) ++pattern_[open_.back().node].arity;
    pattern_.emplace_back();
    const Open node{pattern_.size() - 1, begin, name};
    if (!opens) return close(node);
    if (name.front() == '?') {
      return base::fail("a variable cannot have children", span_of(begin, at_));
    }
    if (open_.size() >= kMaxPatternDepth) {
      return base::fail("the pattern is nested too deeply", span_of(begin, at_));
    }
    open_.push_back(node);
    return {};
  }

  base::Result<void> close(const Open& open) {
    PatternNode& node = pattern_[open.node];
    node.size = static_cast<std::uint32_t>(pattern_.size() - open.node);
    done_ = open_.empty();
    if (open.name.front() == '?') {
      node.is_variable = true;
      const auto known = std::ranges::find(variables_, open.name);
      node.id = static_cast<std::uint32_t>(known - variables_.begin());
      if (known == variables_.end()) variables_.emplace_back(open.name);
      return {};
    }
    const auto symbol = symbols_(open.name, node.arity);
    if (!symbol) {
      base::Error error = symbol.error();
      error.span = span_of(open.begin, at_);
      return std::unexpected(std::move(error));
    }
    node.id = *symbol;
    return {};
  }

  std::string_view text_;
  const SymbolReader& symbols_;
  VariableNames& variables_;
  std::size_t at_ = 0;
  bool done_ = false;
  Pattern pattern_;
  std::vector<Open> open_;
};

}  // namespace

base::Result<Pattern> read_pattern(std::string_view text, const SymbolReader& symbols,
                                   VariableNames& variables) {
  return PatternReader(text, symbols, variables).read();
}

base::Result<Term> read_term(std::string_view text, const SymbolReader& symbols) {
  VariableNames variables;
  const auto pattern = read_pattern(text, symbols, variables);
  if (!pattern) return std::unexpected(pattern.error());
  if (!variables.empty()) {
    const std::size_t at = text.find(variables.front());
    return base::fail("a term cannot have the variable " + variables.front(),
                      span_of(at, at + variables.front().size()));
  }
  Term term;
  for (const PatternNode& node : *pattern) term.tokens.push_back({node.id, node.arity});
  return term;
}

bool is_ground(PatternSpan pattern) {
  return std::ranges::none_of(pattern.first(pattern.front().size), &PatternNode::is_variable);
}

std::vector<std::size_t> child_begins(PatternSpan pattern) {
  std::vector<std::size_t> begins;
  std::size_t at = 1;
  for (std::uint32_t i = 0; i < pattern.front().arity; ++i) {
    begins.push_back(at);
    at += pattern[at].size;
  }
  return begins;
}

std::string to_string(PatternSpan pattern, const std::function<std::string(Symbol)>& name,
                      const VariableNames& variables) {
  // Variables are printed as symbols that no language uses.
  Term term;
  for (const PatternNode& node : pattern) {
    term.tokens.push_back({node.is_variable ? kMaxSymbol + 1 + node.id : node.id, node.arity});
  }
  return to_string(term, [&](Symbol symbol) {
    return symbol > kMaxSymbol ? variables[symbol - kMaxSymbol - 1] : name(symbol);
  });
}

PatternBuilder::PatternBuilder(PatternSpan pattern) : root_(compile(pattern)) {}

PatternBuilder::Argument PatternBuilder::compile(PatternSpan pattern) {
  const PatternNode& node = pattern.front();
  if (node.is_variable) return {false, node.id};
  std::vector<Argument> arguments;
  for (const std::size_t child : child_begins(pattern)) {
    arguments.push_back(compile(pattern.subspan(child)));
  }
  steps_.push_back(
      {node.id, static_cast<std::uint32_t>(arguments_.size()), node.arity, is_ground(pattern)});
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  return {true, static_cast<std::uint32_t>(steps_.size() - 1)};
}

base::Result<Rule> read_rule(std::string_view name, std::string_view lhs, std::string_view rhs,
                             const SymbolReader& symbols) {
  Rule rule{.name = std::string(name)};
  auto left = read_pattern(lhs, symbols, rule.variables);
  if (!left) return std::unexpected(left.error());
  VariableNames variables = rule.variables;
  auto right = read_pattern(rhs, symbols, variables);
  if (!right) return std::unexpected(right.error());
  if (variables.size() > rule.variables.size()) {
    return base::fail("the right side of " + rule.name + " has the variable " +
                          variables[rule.variables.size()] + ", which the left side lacks",
                      {}, "every variable must be bound by the left side");
  }
  rule.lhs = std::move(*left);
  rule.rhs = std::move(*right);
  return rule;
}

}  // namespace noether::egraph
