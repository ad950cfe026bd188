// Checks a derivation: a text in which each line follows from the previous one.
//
//     expressions: each line is equal to the previous one
//     = x^2 + 2x + 1     `= `, `&=` and a final `\\` may be there or not
//
//     2x + 4 = 10        an equation that is given: each line after it has the same solutions
//     2x = 6
//     x = 3
//
// An equation that holds for all values is an identity, and right anywhere. A step between
// expressions is right if it is proven, wrong if it is refuted, and undecided otherwise. A step
// that only changes the domain (x^2/x to x) is right with a note, and wrong to a strict checker. A
// step between equations is right if the solutions are proven to be the same; it loses or adds
// solutions if a solution of only one line is certified. A step may drop an added solution.
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

// Given: the starting point of the following lines. Wrong: not equal, or solutions lost and others
// added.
enum class StepVerdict : std::uint8_t { Given, Right, Wrong, Loses, Adds, Undecided, Unreadable };
// given right wrong loses adds undecided unreadable
std::string_view step_verdict_name(StepVerdict verdict);

struct DerivationOptions {
  DecideOptions decide;
  bool strict = false;
  std::optional<formula::Notation> notation;  // absent: guessed for each line
};

struct CheckedStep {
  StepVerdict verdict = StepVerdict::Unreadable;
  std::string reason;                                     // one line for users
  formula::Notation notation = formula::Notation::Latex;  // of the line
  std::string from;                                       // both sides of the step, as text
  std::string to;
  // For a step between expressions.
  std::optional<Decision> decision;
  // The decision that found the domains different, if `decision` is about the points where both
  // sides have a value.
  std::optional<Decision> domain_change;
  // For a step between equations.
  std::optional<StatementChange> change;
  base::Error error;  // if unreadable
};

// `right  added 4 to both sides`, `loses x = 0 (divided both sides by x)`: the text that every user
// interface of the checker shows for a step.
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
// `3 steps: 2 right, 1 wrong`; kinds that did not occur are left out.
std::string derivation_summary(const DerivationCounts& counts);

class DerivationChecker {
 public:
  explicit DerivationChecker(DerivationOptions options)
      : options_(std::move(options)), lines_(options_.notation) {}

  // Returns the steps of this line: none if it is blank or a comment, several if it is a chain.
  // Expressions of the steps live until the next call. `next` is the following line: if both give a
  // value of the same unknown (x_1 = 1, x_2 = 5), they are alternatives of one step, which is
  // returned for the last of them.
  std::vector<CheckedStep> check_line(std::string_view whole, std::string_view next = {});

  // Sets the time limit of each following decision.
  void set_seconds(double seconds) { options_.decide.seconds = seconds; }

  const Expressions& pool() const { return pool_; }
  // Returns whether any line contained an expression.
  bool started() const { return started_; }
  // Returns whether the last line still has solutions that a step added.
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
  bool after_gap_ = false;  // a blank line or a comment precedes the line
  // The expression that a line with `=` continues, and whether a line without `=` continues it too.
  std::optional<ExprId> tail_;
  bool tail_is_chain_ = false;
  std::optional<Statement> statement_;  // of the previous line
  std::optional<Statement> given_;
  int given_line_ = 0;
  bool has_added_ = false;
  Statement values_;  // of the previous lines, if they are alternatives of one step
  int first_value_line_ = 0;
  bool is_in_system_ = false;  // equations of a system: consequences of all of them are not checked
  bool told_system_ = false;
};

}  // namespace noether::algebra
