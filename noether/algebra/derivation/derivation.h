// Checks a derivation: a text of which each line follows from the one before.
//
//     (x+1)^2            expressions: each line is equal to the one before
//     = x^2 + 2x + 1     `= `, `&=` and a final `\\` may be there or not
//
//     2x + 4 = 10        an equation that is given: each line after it has the same solutions
//     2x = 6
//     x = 3
//
// An equation that holds for all values is an identity, and right wherever it stands. A step
// between expressions is right when it is proven, wrong when it is refuted, else undecided; one
// that only changes where there is a value (x^2/x to x) is right with a note, and wrong to a strict
// checker. A step between equations is right when the solutions are proven to be the same; it loses
// or adds solutions when one is certified that only one line has. To drop a solution that was added
// is right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/derivation/derivation_line.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/solve/compare_statements.h"
#include "noether/base/error.h"

namespace noether::algebra {

// Given: what the following lines start from. Wrong: not equal, or solutions lost and others added.
enum class StepVerdict : std::uint8_t { Given, Right, Wrong, Loses, Adds, Undecided, Unreadable };
// given right wrong loses adds undecided unreadable
std::string_view step_verdict_name(StepVerdict verdict);

struct DerivationOptions {
  DecideOptions decide;
  bool strict = false;
  std::optional<formula::Notation> notation;  // guessed for each line when there is none
};

struct CheckedStep {
  StepVerdict verdict = StepVerdict::Unreadable;
  std::string reason;                                     // one line for people
  formula::Notation notation = formula::Notation::Latex;  // of the line
  std::string from;                                       // both sides of the step, as text
  std::string to;
  // Of a step between expressions.
  std::optional<Decision> decision;
  // The decision that found the domains different, when `decision` is about the points where both
  // sides have a value.
  std::optional<Decision> domain_change;
  // Of a step between equations.
  std::optional<StatementChange> change;
  base::Error error;  // when unreadable
};

// `right  added 4 to both sides`, `loses x = 0 (divided both sides by x)`: what every user of the
// checker says about a step.
std::string step_headline(const CheckedStep& step);

struct DerivationCounts {
  int right = 0;
  int wrong = 0;
  int loses = 0;
  int adds = 0;
  int undecided = 0;
  int unreadable = 0;
  int given = 0;

  void add(StepVerdict verdict);
  int steps() const { return right + wrong + loses + adds + undecided; }
};
// `3 steps: 2 right, 1 wrong`; what did not occur is left out.
std::string derivation_summary(const DerivationCounts& counts);

class DerivationChecker {
 public:
  explicit DerivationChecker(DerivationOptions options)
      : options_(std::move(options)), lines_(options_.notation) {}

  // The steps this line makes: none when it is blank or a comment, several when it is a chain.
  // Expressions of the steps live until the next line. `next` is the line after it: where both give
  // a value of the same unknown (x_1 = 1, x_2 = 5), they are alternatives of one step, which the
  // last of them makes.
  std::vector<CheckedStep> check_line(std::string_view whole, std::string_view next = {});

  // Of each decision from now on.
  void set_seconds(double seconds) { options_.decide.seconds = seconds; }

  const Expressions& pool() const { return pool_; }
  // Whether any line held an expression.
  bool started() const { return started_; }
  // Whether the last line still has solutions that a step added.
  bool has_added_solutions() const { return has_added_; }

 private:
  using Steps = std::vector<CheckedStep>;

  void check_chain(const DerivationLine& line, Steps& steps);
  void check_equation(const DerivationLine& line, Steps& steps);
  void check_statement(const Statement& statement, bool follows, Steps& steps);
  bool is_one_of_several(const DerivationLine& line, std::string_view next);
  bool goes_on_with_value(Head variable, std::string_view next);
  void check_value(const DerivationLine& line, std::string_view next, Steps& steps);
  CheckedStep check_equal(ExprId left, ExprId right, const DecideOptions& asked);
  CheckedStep step(StepVerdict verdict, std::string reason, std::string to) const;
  CheckedStep compare_with_line_before(const Statement& statement, bool follows);
  void allow_dropping(const Statement& statement, const StatementOptions& options,
                      CheckedStep& checked);
  bool starts_anew(const Statement& statement) const;
  bool is_about_one(const Statement& statement) const;
  void give(const Statement& statement);
  void forget_old_expressions();
  std::string text(ExprId expression) const;
  std::string text(const Statement& statement) const;
  std::string names(const std::vector<Head>& variables) const;

  DerivationOptions options_;
  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
  DerivationLineReader lines_;
  int line_ = 0;
  bool started_ = false;
  bool after_gap_ = false;  // a blank line or a comment stands before
  // The expression that `=` goes on from, and whether a line without `=` goes on from it too.
  std::optional<ExprId> tail_;
  bool tail_is_chain_ = false;
  std::optional<Statement> statement_;  // of the line before
  std::optional<Statement> given_;
  int given_line_ = 0;
  bool has_added_ = false;
  Statement values_;  // of the lines before, when they are alternatives of one step
  int first_value_line_ = 0;
  bool is_in_system_ = false;  // equations of a system: what follows from them all is not checked
  bool told_system_ = false;
};

}  // namespace noether::algebra
