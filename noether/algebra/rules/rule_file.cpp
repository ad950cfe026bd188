#include "noether/algebra/rules/rule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace noether::algebra {
namespace {

struct Token {
  std::string_view text;  // `(`, `)`, `,`, `:` or a run of other characters; empty at the end
  std::size_t offset = 0;
  std::size_t line = 1;
  std::size_t column = 1;
};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_mark(char c) { return c == '(' || c == ')' || c == ',' || c == ':'; }

class RuleReader {
 public:
  RuleReader(std::string_view text, std::string_view file, Expressions& pool)
      : text_(text), file_(file), pool_(pool) {}

  base::Result<std::vector<RuleText>> read() {
    advance();
    while (!token_.text.empty()) {
      if (auto done = read_rule(); !done) return std::unexpected(done.error());
    }
    return std::move(rules_);
  }

 private:
  using Done = base::Result<void>;
  struct Use {
    Head variable;
    Token token;
  };

  // Moves to the next token, or past the last token of a rule if the next one is at the start of a
  // line.
  void advance() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '#') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (is_space(c)) {
        ++position_;
        if (c != '\n') continue;
        ++line_;
        line_begin_ = position_;
      } else {
        break;
      }
    }
    const std::size_t begin = position_;
    if (position_ < text_.size() && is_mark(text_[position_])) {
      ++position_;
    } else {
      while (position_ < text_.size() && !is_space(text_[position_]) &&
             !is_mark(text_[position_]) && text_[position_] != '#') {
        ++position_;
      }
    }
    token_ = {text_.substr(begin, position_ - begin), begin, line_, begin - line_begin_ + 1};
  }
  bool at_line_start() const { return token_.column == 1; }
  bool at_rule_end() const { return token_.text.empty() || at_line_start(); }
  bool is(std::string_view text) const { return !at_rule_end() && token_.text == text; }
  bool at_name() const { return !at_rule_end() && !is_mark(token_.text[0]); }

  std::unexpected<base::Error> error_at(const Token& token, const std::string& message,
                                        std::string hint = {}) const {
    const base::Span span{static_cast<std::uint32_t>(token.offset),
                          static_cast<std::uint32_t>(token.offset + token.text.size())};
    return base::fail(fmt::format("{}:{}:{}: {}", file_, token.line, token.column, message), span,
                      std::move(hint));
  }
  // Describes the token found instead of the expected one.
  std::string found() const {
    if (token_.text.empty()) return "the end of the file";
    if (at_line_start()) return "the next rule (indent a line that continues one)";
    return fmt::format("`{}`", token_.text.substr(0, 40));
  }
  Done expect(std::string_view text, std::string_view where) {
    if (!is(text)) {
      return error_at(token_, fmt::format("expected `{}` {}, found {}", text, where, found()));
    }
    advance();
    return {};
  }

  Done read_rule() {
    const Token start = token_;
    if (!at_line_start()) {
      return error_at(start, "an indented line does not continue a rule",
                      "start a rule at column 1");
    }
    if (is_mark(start.text[0])) {
      return error_at(start, fmt::format("expected the name of a rule, found `{}`", start.text),
                      "a rule is written `name: lhs => rhs`");
    }
    advance();
    if (auto colon = expect(":", "after the name of the rule"); !colon) return colon;

    RuleText rule;
    rule.name = start.text;
    rule.file = file_;
    rule.line = static_cast<std::uint32_t>(start.line);
    rule.family = std::filesystem::path(file_).stem().string();
    uses_.clear();
    const auto lhs = read_pattern();
    if (!lhs) return std::unexpected(lhs.error());
    rule.lhs = *lhs;
    const std::vector<Use> left_uses = std::exchange(uses_, {});

    const Token arrow = token_;
    const bool both_ways = is("<=>");
    if (!both_ways && !is("=>")) {
      return error_at(arrow, fmt::format("expected `=>` or `<=>`, found {}", found()));
    }
    advance();
    const auto rhs = read_pattern();
    if (!rhs) return std::unexpected(rhs.error());
    rule.rhs = *rhs;
    const std::vector<Use> right_uses = std::exchange(uses_, {});

    if (auto conditions = read_conditions(rule); !conditions) return conditions;
    if (auto tags = read_tags(rule); !tags) return tags;
    if (both_ways && rule.widens) {
      return error_at(arrow, "a rule that goes both ways cannot widen",
                      "write two rules with `=>`, and @widens on the one that does");
    }
    if (auto bound = check_bound(rule.lhs, right_uses, "right side"); !bound) return bound;
    if (auto bound = check_bound(rule.lhs, uses_, "condition"); !bound) return bound;
    if (both_ways) {
      RuleText back = rule;
      back.name += "-back";
      std::swap(back.lhs, back.rhs);
      if (auto bound = check_bound(back.lhs, left_uses, "left side"); !bound) return bound;
      if (auto bound = check_bound(back.lhs, uses_, "condition"); !bound) return bound;
      if (auto added = add(std::move(rule), start); !added) return added;
      return add(std::move(back), start);
    }
    return add(std::move(rule), start);
  }

  Done add(RuleText rule, const Token& start) {
    const auto [it, is_new] = lines_.emplace(rule.name, rule.line);
    if (!is_new) {
      return error_at(
          start, fmt::format("there is already a rule `{}`, in line {}", rule.name, it->second),
          "give every rule a name of its own; `<=>` also takes the name with `-back`");
    }
    rules_.push_back(std::move(rule));
    return {};
  }

  // The other side must bind the variables that a side or a condition uses.
  Done check_bound(ExprId side, const std::vector<Use>& uses, std::string_view where) const {
    const std::vector<Head> bound = variables_of(pool_, side);
    for (const Use& use : uses) {
      if (std::ranges::find(bound, use.variable) != bound.end()) continue;
      return error_at(use.token,
                      fmt::format("variable `{}` of the {} does not occur on the side that is "
                                  "matched, `{}`",
                                  use.token.text, where, pattern_text(pool_, side)),
                      "a rule can only use what it has matched");
    }
    return {};
  }

  base::Result<ExprId> read_pattern(int depth = 0) {
    const Token token = token_;
    if (at_name()) {
      advance();
      return read_leaf(token);
    }
    if (!is("(")) {
      return error_at(token, fmt::format("expected a pattern, found {}", found()));
    }
    if (depth == kMaxPatternDepth) {
      return error_at(token, fmt::format("more than {} nested parentheses", kMaxPatternDepth));
    }
    advance();
    const Token name = token_;
    if (!at_name()) {
      return error_at(name, fmt::format("expected an operator after `(`, found {}", found()));
    }
    const std::optional<Op> op = op_by_name(name.text);
    if (!op || op_arity(*op) == 0) {
      return error_at(name, fmt::format("`{}` is not an operator", name.text.substr(0, 40)),
                      "the operators are listed in noether/algebra/expression/operators.def");
    }
    advance();
    std::vector<ExprId> operands;
    while (!at_rule_end() && !is(")")) {
      const auto operand = read_pattern(depth + 1);
      if (!operand) return operand;
      operands.push_back(*operand);
    }
    if (auto closed = expect(")", "after the operands"); !closed) {
      return std::unexpected(closed.error());
    }
    if (operands.size() != op_arity(*op)) {
      return error_at(name,
                      fmt::format("`{}` takes {} operand{}, not {}", name.text, op_arity(*op),
                                  op_arity(*op) == 1 ? "" : "s", operands.size()),
                      *op == Op::Subtract && operands.size() == 1 ? "write (* -1 x) for -x"
                      : is_commutative(*op) ? "write (op a (op b c)) for three operands"
                                            : "");
    }
    return pool_.make(Head(*op), operands);
  }

  base::Result<ExprId> read_leaf(const Token& token) {
    const std::string_view text = token.text;
    if (text[0] == '?') {
      if (text.size() == 1) return error_at(token, "`?` needs a name, as in `?x`");
      const ExprId variable = pool_.variable(text);
      uses_.push_back({pool_.head(variable), token});
      return variable;
    }
    if (const std::optional<Op> op = op_by_name(text)) {
      if (op_arity(*op) == 0) return pool_.leaf(*op);
      return error_at(token, fmt::format("`{}` is an operator without operands", text),
                      fmt::format("write ({} ...) with {} of them", text, op_arity(*op)));
    }
    if (auto number = Rational::parse(text)) return pool_.number(*number);
    return error_at(token,
                    fmt::format("`{}` is neither a number nor a constant", text.substr(0, 40)),
                    "a variable of a rule starts with `?`; constants are numbers, pi, e and i");
  }

  Done read_conditions(RuleText& rule) {
    if (!is("if")) return {};
    do {
      advance();  // skips `if` or `and`
      if (auto condition = read_condition(rule); !condition) return condition;
    } while (is("and"));
    return {};
  }

  Done read_condition(RuleText& rule) {
    const Token name = token_;
    if (!at_name()) {
      return error_at(name, fmt::format("expected a condition, found {}", found()),
                      "a condition is written `positive(?a)`");
    }
    const std::optional<Predicate> predicate = predicate_by_name(name.text);
    if (!predicate) {
      return error_at(name, fmt::format("`{}` is not a predicate", name.text.substr(0, 40)),
                      "the predicates are: " + predicate_names());
    }
    advance();
    if (auto open = expect("(", "after the predicate"); !open) return open;
    Condition condition{*predicate, {}};
    Token second;
    do {
      if (!condition.terms.empty()) advance();
      if (condition.terms.size() == 1) second = token_;
      const auto term = read_pattern();
      if (!term) return std::unexpected(term.error());
      condition.terms.push_back(*term);
    } while (is(","));
    if (auto close = expect(")", "or `,` in the condition"); !close) return close;
    if (condition.terms.size() != predicate_arity(*predicate)) {
      return error_at(
          name, fmt::format("`{}` takes {} term{}, not {}", name.text, predicate_arity(*predicate),
                            predicate_arity(*predicate) == 1 ? "" : "s", condition.terms.size()));
    }
    if (*predicate == Predicate::Free && pool_.op(condition.terms[0]) != Op::Variable) {
      return error_at(name, "the first term of `free` must be a variable");
    }
    if (*predicate == Predicate::In || *predicate == Predicate::Inside) {
      for (std::size_t i = 1; i < 3; ++i) {
        if (variables_of(pool_, condition.terms[i]).empty()) continue;
        return error_at(second, "the bounds of an interval must be constants",
                        "compare with a variable by less(t, u) or lesseq(t, u)");
      }
    }
    rule.conditions.push_back(std::move(condition));
    return {};
  }

  Done read_tags(RuleText& rule) {
    while (!at_rule_end()) {
      if (is("@real")) {
        rule.real = true;
      } else if (is("@complex")) {
        rule.complex = true;
      } else if (is("@widens")) {
        rule.widens = true;
      } else {
        return error_at(token_, fmt::format("expected the end of the rule, found {}", found()),
                        "after the right side come `if`, conditions joined by `and`, and the tags "
                        "@real, @complex and @widens");
      }
      if (rule.real && rule.complex) {
        return error_at(token_, "a rule cannot be both @real and @complex",
                        "a rule without either is valid in both fields");
      }
      advance();
    }
    return {};
  }

  std::string_view text_;
  std::string file_;
  Expressions& pool_;
  std::size_t position_ = 0;  // after token_
  std::size_t line_ = 1;      // of position_
  std::size_t line_begin_ = 0;
  Token token_;
  std::vector<Use> uses_;  // of pattern variables, since the list was last cleared
  std::unordered_map<std::string, std::uint32_t> lines_;
  std::vector<RuleText> rules_;
};

}  // namespace

base::Result<std::vector<RuleText>> read_rules(std::string_view text, std::string_view file,
                                               Expressions& pool) {
  return RuleReader(text, file, pool).read();
}

}  // namespace noether::algebra
