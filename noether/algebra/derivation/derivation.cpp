#include "noether/algebra/derivation/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "noether/algebra/derivation/derivation_text.h"

namespace noether::algebra {
namespace {

// Deciding adds expressions to the pool; it must not grow without bound in a long derivation.
constexpr std::size_t kMaxPoolSize = std::size_t{1} << 18;
// The share of a step's time for the first question: whether an equation is an identity.
constexpr double kShareForIdentity = 0.3;
constexpr const char* kSystemsAreNotChecked = "systems of equations are not checked yet";
constexpr const char* kMoreOfSystem = "not checked: several equations in several unknowns";

ExprId copy(const Expressions& from, ExprId root, Expressions& to) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(from, root)) {
    operands.clear();
    for (const ExprId operand : from.operands(id)) operands.push_back(image[operand]);
    image[id] = to.make(from.head(id), operands);
  }
  return image[root];
}

Statement copy(const Expressions& from, const Statement& statement, Expressions& to) {
  Statement copied = statement;
  for (Statement::All& all : copied.any) {
    for (Relation& relation : all) {
      relation.left = copy(from, relation.left, to);
      relation.right = copy(from, relation.right, to);
    }
  }
  return copied;
}

bool is_about_domain(const Decision& decision) {
  return decision.left_value == "undefined" || decision.right_value == "undefined";
}

std::string listed(const std::vector<std::string>& parts, std::string_view joint) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += joint;
    text += part;
  }
  return text;
}

// The hint without its remarks about options of a command.
std::string unreadable_words(const base::Error& error) {
  const std::string hint = error.hint.substr(0, error.hint.find("; --"));
  std::string text = error.message;
  if (!hint.empty()) text += " (" + hint + ")";
  // It may quote the line, which may contain any character.
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

bool is_system(const Statement& statement) {
  return statement.any.size() == 1 && statement.any[0].size() > 1 &&
         std::ranges::all_of(statement.any[0], [](const Relation& relation) {
           return relation.kind == Relation::Kind::Equal;
         });
}

// The verdict on a change of the solutions.
StepVerdict verdict_of(const StatementChange& change, bool strict) {
  switch (change.kind) {
    case StatementChange::Kind::Same:
      return strict && !change.conditions.empty() ? StepVerdict::Undecided : StepVerdict::Right;
    case StatementChange::Kind::Loses:
      return StepVerdict::Loses;
    case StatementChange::Kind::Adds:
      return StepVerdict::Adds;
    case StatementChange::Kind::LosesAndAdds:
      return StepVerdict::Wrong;
    case StatementChange::Kind::Unknown:
      break;
  }
  return StepVerdict::Undecided;
}

std::string words_for(const StatementChange& change, bool strict) {
  const std::string how = change.operation.empty() ? "" : " (" + change.operation + ")";
  const std::string lost = "loses " + listed(change.lost, " and ");
  const std::string added = "adds " + listed(change.added, " and ");
  switch (change.kind) {
    case StatementChange::Kind::Same: {
      std::string text = change.operation.empty() ? change.reason : change.operation;
      if (change.conditions.empty()) return text;
      return text + (strict ? ", but only for " : ", for ") + listed(change.conditions, " and ");
    }
    case StatementChange::Kind::Loses:
      return lost + how;
    case StatementChange::Kind::Adds:
      return added + how;
    case StatementChange::Kind::LosesAndAdds:
      return lost + " and " + added + how;
    case StatementChange::Kind::Unknown:
      break;
  }
  return change.reason + how;
}

}  // namespace

std::vector<CheckedStep> DerivationChecker::check_line(std::string_view whole,
                                                       std::string_view next) {
  ++line_;
  forget_old_expressions();
  const std::string_view line = without_layout(whole);
  if (line.empty() || line.starts_with('#')) after_gap_ = true;
  if (line.empty() || line.starts_with('#') || is_display_frame(line)) return {};
  const auto known = statement_ ? variables_of(pool_, *statement_) : std::vector<Head>();
  const auto read = lines_.read(line, known, pool_);
  Steps steps;
  if (!read) {
    tail_.reset();
    statement_.reset();
    given_.reset();
    values_ = {};
    CheckedStep unreadable;
    unreadable.error = read.error();
    if (!(unreadable.error.span == base::Span{})) {
      const auto offset = static_cast<std::uint32_t>(line.data() - whole.data());
      unreadable.error.span.begin += offset;
      unreadable.error.span.end += offset;
    }
    unreadable.reason = unreadable_words(read.error());
    steps.push_back(std::move(unreadable));
  } else if (read->is_approximate) {
    steps.push_back(
        step(StepVerdict::Undecided, "an approximation, which is not checked", std::string(line)));
  } else if (read->statement) {
    tail_.reset();
    check_statement(*read->statement, read->follows, steps);
  } else if (is_one_of_several(*read, next)) {
    check_value(*read, next, steps);
  } else if (read->chain.size() > 1 && !read->continues) {
    check_equation(*read, steps);
  } else {
    check_chain(*read, steps);
  }
  started_ |= read.has_value();
  after_gap_ = false;
  for (CheckedStep& step : steps) step.notation = lines_.notation();
  return steps;
}

// Checks an expression, or the part after an equals sign.
void DerivationChecker::check_chain(const DerivationLine& line, Steps& steps) {
  if (!line.continues && !tail_is_chain_) tail_.reset();
  const std::optional<ExprId> begun = tail_;
  for (const ExprId expression : line.chain) {
    if (tail_) {
      steps.push_back(check_equal(*tail_, expression, options_.decide));
    } else {
      steps.push_back(step(StepVerdict::Given, "", text(expression)));
    }
    tail_ = expression;
  }
  if (!begun) {
    tail_is_chain_ = true;
    return;
  }
  // x = 10/2 continues as x = 5.
  if (statement_ && !tail_is_chain_) {
    if (const Relation* equation = statement_->equation(); equation && equation->right == *begun) {
      statement_ = Statement::equation(equation->left, *tail_);
    }
  }
}

// a = b = c: an identity, or an equation with one side worked out further.
void DerivationChecker::check_equation(const DerivationLine& line, Steps& steps) {
  const ExprId left = line.chain[0];
  const ExprId right = line.chain[1];
  const Statement equation = Statement::equation(left, right);
  const std::vector<Head> variables = variables_of(pool_, equation);
  DecideOptions options = options_.decide;
  if (statement_) options.seconds *= kShareForIdentity;
  CheckedStep identity = check_equal(left, right, options);
  identity.from = text(left);
  const bool holds = identity.verdict == StepVerdict::Right;
  const bool agrees = identity.decision->verdict == Verdict::Agrees;
  // In a chain of three or more that is not about one value, all expressions should be equal.
  const bool is_chain = line.chain.size() > 2 && !statement_ && pool_.op(left) != Op::Variable &&
                        variables_of(pool_, left) == variables_of(pool_, right) &&
                        identity.verdict == StepVerdict::Wrong;
  if (holds || is_chain || (!statement_ && (agrees || variables.empty()))) {
    if (holds && !variables.empty()) {
      identity.reason = "holds for all " + names(variables) + ": " + identity.reason;
    }
    steps.push_back(std::move(identity));
    tail_is_chain_ = true;
  } else {
    if (!statement_ || starts_anew(equation)) {
      std::string reason = "an equation";
      const Decision& decision = *identity.decision;
      if (decision.verdict != Verdict::Refuted) {
        reason += "; whether it holds for all values is not known: " + decision.reason;
      }
      steps.push_back(step(StepVerdict::Given, std::move(reason), text(equation)));
      give(equation);
    } else {
      steps.push_back(compare_with_line_before(equation, line.follows));
      statement_ = equation;
    }
    tail_is_chain_ = false;
  }
  tail_ = right;
  for (const ExprId expression : std::span(line.chain).subspan(2)) {
    steps.push_back(check_equal(*tail_, expression, options_.decide));
    tail_ = expression;
  }
  if (!tail_is_chain_) statement_ = Statement::equation(left, *tail_);
}

// Returns whether the line after a value of an unknown gives another value of it.
bool DerivationChecker::goes_on_with_value(Head variable, std::string_view next) {
  next = without_layout(next);
  if (next.empty() || next.starts_with('#') || is_display_frame(next)) return false;
  const auto known = variables_of(pool_, *statement_);
  DerivationLineReader reader(options_.notation);
  const auto read = reader.read(next, known, pool_);
  return read && read->valued(pool_) == variable;
}

// x_1 = 1 before x_2 = 5. Without numbers, also x = 1 before x = 5, unless x = 1 alone is what the
// previous line says: `x = 10/2` before `x = 5` is a step.
bool DerivationChecker::is_one_of_several(const DerivationLine& line, std::string_view next) {
  if (!statement_ || is_in_system_) return false;
  const auto variable = line.valued(pool_);
  if (!variable) return false;
  if (!values_.any.empty()) return true;
  const Statement value = Statement::equation(line.chain[0], line.chain[1]);
  if (starts_anew(value) || !goes_on_with_value(*variable, next)) return false;
  if (line.is_numbered) return true;
  if (statement_->equation() != nullptr && solved_variable(pool_, *statement_)) return false;
  const StatementOptions options{options_.decide, lines_.notation(), line.follows};
  return compare_statements(pool_, *statement_, value, options).kind != StatementChange::Kind::Same;
}

void DerivationChecker::check_value(const DerivationLine& line, std::string_view next,
                                    Steps& steps) {
  for (std::size_t i = 2; i < line.chain.size(); ++i) {
    steps.push_back(check_equal(line.chain[i - 1], line.chain[i], options_.decide));
  }
  if (values_.any.empty()) first_value_line_ = line_;
  values_.any.push_back({{Relation::Kind::Equal, line.chain[0], line.chain.back()}});
  tail_ = line.chain.back();
  tail_is_chain_ = false;
  if (goes_on_with_value(*line.valued(pool_), next)) return;
  const Statement all = std::exchange(values_, {});
  CheckedStep checked = compare_with_line_before(all, line.follows);
  checked.reason += fmt::format(" (lines {} to {} together)", first_value_line_, line_);
  steps.push_back(std::move(checked));
  statement_ = all;
}

// Checks alternatives, inequalities, and "no solution".
void DerivationChecker::check_statement(const Statement& statement, bool follows, Steps& steps) {
  if (!statement_ || starts_anew(statement)) {
    const bool is_single = statement.any.size() == 1 && statement.any[0].size() == 1;
    steps.push_back(step(StepVerdict::Given,
                         is_single                  ? "an inequality"
                         : is_system(statement)     ? "a system of equations"
                         : statement.any.size() > 1 ? "alternatives"
                                                    : "inequalities",
                         text(statement)));
    give(statement);
    return;
  }
  steps.push_back(compare_with_line_before(statement, follows));
  statement_ = statement;
}

void DerivationChecker::give(const Statement& statement) {
  statement_ = statement;
  given_ = statement;
  given_line_ = line_;
  has_added_ = false;
  is_in_system_ = is_system(statement) && variables_of(pool_, statement).size() > 1;
  told_system_ = false;
}

// After a gap, a solved problem is finished, and a statement about other names begins a new one.
bool DerivationChecker::starts_anew(const Statement& statement) const {
  if (!after_gap_) return false;
  if (solved_variable(pool_, *statement_) && !solved_variable(pool_, statement)) return true;
  const auto before = variables_of(pool_, *statement_);
  const auto now = variables_of(pool_, statement);
  return !now.empty() && std::ranges::none_of(now, [&](Head variable) {
    return std::ranges::find(before, variable) != before.end();
  });
}

CheckedStep DerivationChecker::compare_with_line_before(const Statement& statement, bool follows) {
  const StatementOptions options{options_.decide, lines_.notation(), follows && !is_in_system_};
  StatementChange change = compare_statements(pool_, *statement_, statement, options);
  CheckedStep checked = step(verdict_of(change, options_.strict),
                             words_for(change, options_.strict), text(statement));
  checked.from = text(*statement_);
  is_in_system_ |= change.is_perhaps_system;
  checked.change = std::move(change);
  if (is_in_system_ && checked.verdict != StepVerdict::Right && !is_about_one(statement)) {
    checked.verdict = StepVerdict::Undecided;
    checked.reason = told_system_ ? kMoreOfSystem : kSystemsAreNotChecked;
    told_system_ = true;
    checked.change = StatementChange{};
    checked.change->reason = checked.reason;
    return checked;
  }
  if (checked.verdict == StepVerdict::Loses && has_added_) {
    allow_dropping(statement, options, checked);
  }
  if (checked.verdict == StepVerdict::Adds) has_added_ = true;
  return checked;
}

// Returns whether this line and the previous one are about the same single unknown: such a line is
// a separate step, even within a system.
bool DerivationChecker::is_about_one(const Statement& statement) const {
  const auto now = variables_of(pool_, statement);
  return now.size() == 1 && now == variables_of(pool_, *statement_);
}

// A later line may drop a solution that an earlier step added: the line then says what was given.
void DerivationChecker::allow_dropping(const Statement& statement, const StatementOptions& options,
                                       CheckedStep& checked) {
  const StatementChange from_given = compare_statements(pool_, *given_, statement, options);
  if (from_given.kind != StatementChange::Kind::Same || !from_given.conditions.empty()) return;
  checked.verdict = StepVerdict::Right;
  checked.reason = fmt::format("drops {}, which line {} does not have",
                               listed(checked.change->lost, " and "), given_line_);
  has_added_ = false;
}

CheckedStep DerivationChecker::step(StepVerdict verdict, std::string reason, std::string to) const {
  CheckedStep made;
  made.verdict = verdict;
  made.reason = std::move(reason);
  made.to = std::move(to);
  return made;
}

CheckedStep DerivationChecker::check_equal(ExprId left, ExprId right, const DecideOptions& asked) {
  DecideOptions options = asked;
  Decision decision = decide(pool_, left, right, options);
  std::optional<Decision> domain_change;
  if (decision.verdict == Verdict::Refuted && is_about_domain(decision) &&
      options.equality == Equality::Strict && !options_.strict) {
    options.equality = Equality::WhereBothDefined;
    domain_change = std::exchange(decision, decide(pool_, left, right, options));
  }
  const StepVerdict verdict = decision.verdict == Verdict::Proven    ? StepVerdict::Right
                              : decision.verdict == Verdict::Refuted ? StepVerdict::Wrong
                                                                     : StepVerdict::Undecided;
  CheckedStep checked = step(verdict, decision.reason, text(right));
  checked.from = text(left);
  if (domain_change && verdict != StepVerdict::Wrong) {
    checked.reason += "; the domain changes: " + domain_change->reason;
  }
  checked.decision = std::move(decision);
  checked.domain_change = std::move(domain_change);
  return checked;
}

void DerivationChecker::forget_old_expressions() {
  if (pool_.size() <= kMaxPoolSize) return;
  Expressions fresh(vocabulary_);
  if (tail_) tail_ = copy(pool_, *tail_, fresh);
  if (statement_) statement_ = copy(pool_, *statement_, fresh);
  if (given_) given_ = copy(pool_, *given_, fresh);
  values_ = copy(pool_, values_, fresh);
  pool_ = std::move(fresh);
}

std::string DerivationChecker::names(const std::vector<Head>& variables) const {
  std::vector<std::string> all;
  for (const Head variable : variables) {
    all.emplace_back(vocabulary_.variable_name(variable));
  }
  if (all.size() < 2) return listed(all, ", ");
  const std::string last = all.back();
  all.pop_back();
  return listed(all, ", ") + " and " + last;
}

}  // namespace noether::algebra
