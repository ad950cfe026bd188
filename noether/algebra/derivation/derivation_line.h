// What one line of a derivation says.
//
//     (x+1)^2                     an expression
//     = x^2 + 2x + 1              goes on from the line before
//     a = b = c                   expressions that are equal, or an equation and what its side
//     equals x = 2 or x = -2             alternatives: `or`, \lor, \pm, a comma between values of
//     one name,
//                                 x \in \{2, -2\}, S = \{2, -2\}
//     1 < x \leq 3                inequalities, chains of them, x \in (1, 3]
//     no solution, x \in \mathbb{R}
//     x = \sqrt 2 \approx 1.41    what is only nearly equal is left out
// `\Rightarrow`, `\iff`, `so` and the like in front say that the line follows from the one before.
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
  bool is_approximate = false;  // x \approx 1.41: nothing that could be checked
  // Expressions that are equal, from left to right; one when the line is an expression. Empty when
  // there is a statement.
  std::vector<ExprId> chain;
  std::optional<Statement> statement;
  bool is_numbered = false;  // x_1 = …, of an unknown x: one of several values

  // The variable that the line gives a value of, x = 5, and says no more.
  std::optional<Head> valued(const Expressions& pool) const;
};

class DerivationLineReader {
 public:
  explicit DerivationLineReader(std::optional<formula::Notation> notation)
      : named_notation_(notation) {}

  // `known` are the variables of the line before: x_{1,2} and S = {…} are about one of them.
  base::Result<DerivationLine> read(std::string_view line, std::span<const Head> known,
                                    Expressions& pool);
  // Of what is said about the line that was read last.
  formula::Notation notation() const { return written_notation(notation_); }

 private:
  // A part as alternatives; the expression when it is no relation.
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
  std::string_view text_;  // of the part that is being read
  std::span<const Head> known_;
};

}  // namespace noether::algebra
