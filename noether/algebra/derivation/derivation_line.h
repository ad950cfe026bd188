// The meaning of one line of a derivation.
//
//     (x+1)^2                     an expression
//     = x^2 + 2x + 1              continues the previous line
//     a = b = c                   equal expressions, or an equation and a value of its right side
//     x = 2 or x = -2             alternatives: `or`, \lor, \pm, a comma between values of one
//                                 name, x \in \{2, -2\}, S = \{2, -2\}
//     1 < x \leq 3                inequalities, chains of them, x \in (1, 3]
//     no solution, x \in \mathbb{R}
//     x = \sqrt 2 \approx 1.41    an approximation is left out
// Leading `\Rightarrow`, `\iff`, `so` and the like say that the line follows from the previous one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/derivation/derivation_text.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/solve/statement.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

struct DerivationLine {
  bool continues = false;       // begins with =
  bool follows = false;         // begins with an arrow, or a word that means one
  bool is_approximate = false;  // cannot be checked, as in x \approx 1.41
  // Equal expressions, from left to right; a single one if the line is an expression. Empty if
  // there is a statement.
  std::vector<ExprId> chain;
  std::optional<Statement> statement;
  bool is_numbered = false;  // x_1 = …, for an unknown x: one of several values

  // The variable, if the line only gives it a value, as in x = 5.
  std::optional<Head> valued(const Expressions& pool) const;
};

class DerivationLineReader {
 public:
  explicit DerivationLineReader(std::optional<formula::Notation> notation)
      : named_notation_(notation) {}

  // `known` are the variables of the previous line: x_{1,2} and S = {…} refer to one of them.
  base::Result<DerivationLine> read(std::string_view line, std::span<const Head> known,
                                    Expressions& pool);
  // The notation for messages about the last line read.
  formula::Notation notation() const { return written_notation(notation_); }

 private:
  // A part as alternatives; the expression if it is not a relation.
  struct Meaning {
    std::vector<ExprId> chain;
    std::optional<Statement> statement;
  };

  base::Result<DerivationLine> read_tokens(std::string_view line, DerivationLine read,
                                           Expressions& pool);
  base::Result<DerivationLine> read_drawn(std::string_view line, std::size_t offset,
                                          DerivationLine read, Expressions& pool);
  base::Result<Meaning> read_part(std::string_view text, std::size_t offset, Expressions& pool);
  base::Result<Meaning> meaning(const formula::OperatorTree& tree, formula::NodeId id,
                                Expressions& pool);
  base::Result<Meaning> relations(const formula::OperatorTree& tree,
                                  std::span<const formula::NodeId> parts, Expressions& pool);
  base::Result<Statement> membership(const formula::OperatorTree& tree, formula::NodeId element,
                                     formula::NodeId set, Expressions& pool);
  base::Result<ExprId> expression(const formula::OperatorTree& tree, formula::NodeId id,
                                  Expressions& pool);
  bool names_solutions(const formula::OperatorTree& tree, formula::NodeId id) const;
  base::Result<Statement> joined(const std::vector<LinePart>& parts, std::vector<Meaning> meanings,
                                 Expressions& pool) const;
  void use_known_names(Statement& statement, Expressions& pool) const;

  std::optional<formula::Notation> named_notation_;
  formula::Notation notation_ = formula::Notation::Latex;
  ExpressionReader reader_;
  std::string_view text_;  // of the part being read
  std::span<const Head> known_;
};

}  // namespace noether::algebra
