// Checks a derivation: a text of which each line says that it equals the one before.
//
//     (x+1)^2            the first expression
//     = x^2 + 2x + 1     equal to the line before; `= `, `&=` and a final `\\` may be there or not
//     a = b = c          a chain of its own: what comes after continues from c
//
// A step is right when it is proven, wrong when it is refuted, else undecided. A step whose two
// sides are equal wherever both have a value, but that changes where there is one (x^2/x to x), is
// right with a note; to a strict checker it is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide.h"
#include "noether/algebra/expression.h"
#include "noether/algebra/read_expression.h"
#include "noether/base/error.h"

namespace noether::algebra {

enum class StepVerdict : std::uint8_t { Right, Wrong, Undecided, Unreadable };
std::string_view step_verdict_name(StepVerdict verdict);  // right wrong undecided unreadable

struct DerivationOptions {
  DecideOptions decide;
  bool strict = false;
  std::optional<formula::Notation> notation;  // guessed for each line when there is none
};

struct CheckedStep {
  StepVerdict verdict = StepVerdict::Unreadable;
  ExprId left = kNoExpr;
  ExprId right = kNoExpr;
  formula::Notation notation = formula::Notation::Latex;  // of the line
  Decision decision;
  // The decision that found the domains different, when `decision` is about the points where both
  // sides have a value.
  std::optional<Decision> domain_change;
  base::Error error;  // when unreadable
};

class DerivationChecker {
 public:
  explicit DerivationChecker(DerivationOptions options) : options_(std::move(options)) {}

  // The steps this line makes: none when it is blank, a comment or the first expression, several
  // when it is a chain. Expressions of the steps live until the next line.
  std::vector<CheckedStep> check_line(std::string_view line);

  // Of each decision from now on.
  void set_seconds(double seconds) { options_.decide.seconds = seconds; }

  const Expressions& pool() const { return pool_; }
  // Whether any line held an expression.
  bool started() const { return started_; }

 private:
  // The expressions of one line, from left to right.
  struct Chain {
    std::vector<ExprId> expressions;
    bool continues = true;  // the first one is to equal the last one of the line before
  };
  base::Result<Chain> read_line(std::string_view line, formula::Notation notation);
  base::Result<Chain> read_relation(const formula::OperatorTree& tree, formula::Notation notation);
  CheckedStep check(ExprId left, ExprId right);
  void forget_old_expressions();

  DerivationOptions options_;
  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
  ExpressionReader reader_;
  std::optional<ExprId> previous_;
  bool started_ = false;
};

}  // namespace noether::algebra
