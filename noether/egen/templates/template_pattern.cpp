#include "noether/egen/templates/template_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::egen {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_mark(char c) { return c == '(' || c == ')' || c == ':'; }
bool is_name(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

std::vector<TemplateToken> words_of(std::string_view text) {
  std::vector<TemplateToken> words;
  std::size_t line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_space(c)) {
      ++at;
      if (c != '\n') continue;
      ++line;
      line_begin = at;
    } else {
      const std::size_t begin = at++;
      while (!is_mark(c) && at < text.size() && !is_space(text[at]) && !is_mark(text[at]) &&
             text[at] != '#') {
        ++at;
      }
      words.push_back({text.substr(begin, at - begin), static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(line),
                       static_cast<std::uint32_t>(begin - line_begin + 1)});
    }
  }
  return words;
}

}  // namespace

std::unexpected<base::Error> template_error(std::string_view file, const TemplateToken& token,
                                            const std::string& message, std::string hint) {
  const auto length = static_cast<std::uint32_t>(token.text.size());
  return base::fail(fmt::format("{}:{}:{}: {}", file, token.line, token.column, message),
                    {token.offset, token.offset + length}, std::move(hint));
}

base::Result<std::vector<TemplateStatement>> read_statements(const TemplateText& text) {
  if (text.text.size() > kMaxTemplateFileBytes) {
    return base::fail(fmt::format("{}:1: a file of templates has at most {} bytes, not {}",
                                  text.file, kMaxTemplateFileBytes, text.text.size()),
                      {}, "name a file of templates; cut a large one into several");
  }
  const std::vector<TemplateToken> words = words_of(text.text);
  std::vector<TemplateStatement> statements;
  const auto starts_line = [&](std::size_t at) { return words[at].column == 1; };
  for (std::size_t at = 0; at < words.size();) {
    TemplateStatement statement{.file = text.file, .name = words[at]};
    if (!starts_line(at)) {
      return template_error(text.file, words[at],
                            "an indented line does not continue a template or set",
                            "start a template at column 1");
    }
    std::size_t end = at + 1;
    while (end < words.size() && !starts_line(end)) ++end;
    if (words[at].text == "set" && at + 1 < end && words[at + 1].text != ":") {
      statement.is_set = true;
      statement.name = words[++at];
    }
    if (is_mark(statement.name.text[0]) || at + 1 >= end || words[at + 1].text != ":") {
      return template_error(
          text.file, statement.name,
          fmt::format("expected `name:`, found `{}`", statement.name.text.substr(0, 40)),
          "a template is written `name: (sin (+ x ?number))`, a set `set number: 2 3 5`; indent a "
          "line that continues one");
    }
    if (!is_name(statement.name.text)) {
      return template_error(
          text.file, statement.name,
          fmt::format("`{}` is not a name for a {}", statement.name.text.substr(0, 40),
                      statement.is_set ? "set" : "template"),
          "a name is made of letters, digits, - and _");
    }
    statement.words.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                           words.begin() + static_cast<std::ptrdiff_t>(end));
    statements.push_back(std::move(statement));
    at = end;
  }
  return statements;
}

namespace {

using algebra::Head;
using algebra::Op;

bool is_variable_name(std::string_view word) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return is_letter(word[0]) &&
         std::ranges::all_of(word.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

// Multiplies counts; the product saturates.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a > kMaxSpace / b ? kMaxSpace + 1 : a * b;
}

}  // namespace

std::optional<Head> template_leaf(std::string_view word, algebra::Vocabulary& vocabulary) {
  if (const auto op = algebra::op_by_name(word)) {
    if (*op == Op::Pi || *op == Op::E) return Head(*op);
    return std::nullopt;
  }
  if (const auto number = algebra::Rational::parse(word)) return vocabulary.number(*number);
  if (is_variable_name(word)) return vocabulary.variable(word);
  return std::nullopt;
}

std::unexpected<base::Error> PatternReader::error_at(std::size_t at, const std::string& message,
                                                     std::string hint) const {
  const auto& words = statement_.words;
  const TemplateToken& place = at < words.size() ? words[at]
                               : words.empty()   ? statement_.name
                                                 : words.back();
  return template_error(statement_.file, place, message, std::move(hint));
}

base::Result<Pattern> PatternReader::read(std::size_t& at) {
  at_ = at;
  if (auto done = read_expression(0); !done) return std::unexpected(done.error());
  if (auto done = check_derivatives(); !done) return std::unexpected(done.error());
  if (auto done = count(); !done) return std::unexpected(done.error());
  at = at_;
  return std::move(pattern_);
}

PatternReader::Done PatternReader::read_expression(int depth) {
  if (pattern_.nodes.size() == kMaxTemplateTokens || depth > static_cast<int>(kMaxTemplateTokens)) {
    return error_at(at_, fmt::format("a template of more than {} tokens", kMaxTemplateTokens));
  }
  const bool closed = is("(");
  if (closed) ++at_;
  if (at_ == statement_.words.size()) {
    return error_at(at_, fmt::format("`{}` ends before its expression does", statement_.name.text),
                    "every operator needs its operands: + and pow take two, sin takes one");
  }
  const auto node = read_node();
  if (!node) return std::unexpected(node.error());
  if (closed && node->arity == 0) {
    return error_at(at_ - 1,
                    fmt::format("expected an operator after `(`, found `{}`",
                                statement_.words[at_ - 1].text.substr(0, 40)),
                    "a number, a variable and a placeholder for one stand without parentheses");
  }
  places_.push_back(at_ - 1);
  pattern_.nodes.push_back(*node);
  return read_operands(pattern_.nodes.size() - 1, depth, closed);
}

PatternReader::Done PatternReader::read_operands(std::size_t node, int depth, bool closed) {
  const std::uint32_t arity = pattern_.nodes[node].arity;
  const std::size_t place = places_[node];
  std::uint32_t operands = 0;
  while (closed ? at_ < statement_.words.size() && !is(")") : operands < arity) {
    if (!closed && is(")")) break;
    if (auto done = read_expression(depth + 1); !done) return done;
    ++operands;
  }
  if (operands != arity) {
    const std::string_view name = statement_.words[place].text;
    return error_at(place,
                    fmt::format("`{}` takes {} operand{}, not {}", name, arity,
                                arity == 1 ? "" : "s", operands),
                    name == "-" && operands == 1 ? "write (* -1 x) for -x"
                    : arity == 2 && operands > 2 ? "nest operators of two: (+ a (+ b c))"
                                                 : "");
  }
  if (!closed) return {};
  if (!is(")")) return error_at(at_, "a parenthesis is not closed", "add `)`");
  ++at_;
  return {};
}

base::Result<Pattern::Node> PatternReader::read_node() {
  const TemplateToken& word = statement_.words[at_];
  const std::string_view text = word.text;
  ++at_;
  if (text[0] == '?' || text[0] == '~') return read_placeholder(word);
  if (const auto leaf = template_leaf(text, vocabulary_)) return Pattern::Node{.head = *leaf};
  const auto op = algebra::op_by_name(text);
  if (op && *op != Op::I) {
    return Pattern::Node{.head = Head(*op), .arity = algebra::op_arity(*op)};
  }
  --at_;
  if (op) {
    return error_at(at_, "`i` has no real value, so nothing with it can be compared at real points",
                    "templates are for expressions of real numbers");
  }
  if (text == "(" || text == ")" || text == ":") {
    return error_at(at_, fmt::format("expected an operator or a value, found `{}`", text),
                    "an expression in parentheses begins with its operator: (sin x)");
  }
  return error_at(at_, fmt::format("unknown operator `{}`", text.substr(0, 40)),
                  "operators are listed in docs/templates.md; a variable is one letter, which "
                  "digits may follow");
}

base::Result<Pattern::Node> PatternReader::read_placeholder(const TemplateToken& word) {
  const std::string_view name = word.text.substr(1, word.text.find('.') - 1);
  if (name.empty()) {
    --at_;
    return error_at(at_, fmt::format("`{}` needs the name of a set, as in `?number`", word.text));
  }
  const auto set = find_set_(statement_, word, name);
  if (!set) return std::unexpected(set.error());
  const auto same = std::ranges::find(pattern_.slots, word.text, &Pattern::Slot::text);
  const auto slot = static_cast<std::uint32_t>(same - pattern_.slots.begin());
  if (same == pattern_.slots.end()) {
    pattern_.slots.push_back({*set, word.text[0] == '~', std::string(word.text)});
  }
  return Pattern::Node{.slot = slot, .arity = book_.sets[*set].arity};
}

bool PatternReader::is_variable(const Pattern::Node& node) const {
  if (node.slot == Pattern::kNoSlot) return node.head.op() == Op::Variable;
  return book_.sets[pattern_.slots[node.slot].set].only_variables;
}

// (d (+ x 1) x) is meaningless. A variable is one node, so it is the node after the d.
PatternReader::Done PatternReader::check_derivatives() const {
  for (std::size_t i = 0; i < pattern_.nodes.size(); ++i) {
    const Pattern::Node& node = pattern_.nodes[i];
    bool derives = node.slot == Pattern::kNoSlot && node.head.op() == Op::Derivative;
    if (node.slot != Pattern::kNoSlot && node.arity > 0) {
      const auto& members = book_.sets[pattern_.slots[node.slot].set].members;
      derives = std::ranges::any_of(members, [&](std::uint32_t member) {
        return book_.patterns[member].nodes[0].head.op() == Op::Derivative;
      });
    }
    if (derives && !is_variable(pattern_.nodes[i + 1])) {
      return error_at(places_[i], "a derivative must be with respect to a variable",
                      "write (d x body); a placeholder for x needs a set of variables");
    }
  }
  return {};
}

PatternReader::Done PatternReader::count() {
  std::uint64_t tokens = 0;
  for (const Pattern::Node& node : pattern_.nodes) {
    tokens += node.slot == Pattern::kNoSlot ? 1 : book_.sets[pattern_.slots[node.slot].set].tokens;
  }
  if (tokens > kMaxTemplateTokens) {
    return error_at(places_[0], fmt::format("an expansion can have {} tokens; the limit is {}",
                                            tokens, kMaxTemplateTokens));
  }
  pattern_.tokens = static_cast<std::uint32_t>(tokens);
  for (const Pattern::Slot& slot : pattern_.slots) {
    const TemplateSet& set = book_.sets[slot.set];
    if (!slot.drawn) pattern_.asked = times(pattern_.asked, set.asked.back());
    pattern_.space = times(pattern_.space, set.space.back());
  }
  if (pattern_.asked > kMaxExpansions) {
    return error_at(places_[0],
                    fmt::format("more than {} expansions are asked for", kMaxExpansions),
                    "write `~set` instead of `?set` where one member, drawn at random, is enough");
  }
  if (pattern_.space > kMaxSpace) {
    return error_at(places_[0], "more than 2^60 expansions, all draws counted",
                    "use smaller sets, or fewer placeholders");
  }
  return {};
}

}  // namespace noether::egen
