// Which notation an expression is written in, when nobody says.
//
//   (^ and a blank                          an S-expression
//   a backslash                             LaTeX
//   without ^, _ and {:
//   ( and the name of an operator, closed   an S-expression: (+ x 1), (sin x)
//   two or more tokens that are one prefix  prefix: + x 1, sin x
//   expression, or the token pi
//   a name or a sign of plain math          plain math: sqrt(x), int_0^1 x dx, x >= 2
//   anything else                           LaTeX: x+1, 2xy, (x-1)(x+1)
// So `- x y` is x - y, and only --from latex makes it -xy.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

formula::Notation guess_notation(std::string_view text);
// The same where tokens are not taken: LaTeX or plain math.
formula::Notation guess_drawn_notation(std::string_view text);
// What results are written in: plain math is read only, so LaTeX in its place.
formula::Notation written_notation(formula::Notation read);

// In LaTeX, a lone sin without a backslash is a product of letters, which nobody means. A name that
// is read as a function, sin(x), is none of these; nor is one of plain math, when it is that.
std::optional<base::Error> find_bare_function(
    std::string_view latex, formula::Notation notation = formula::Notation::Latex);

// Declares the names that one of these texts shows to be matrices: they are matrices in all parts
// of one question. A text that cannot be read declares nothing.
void declare_shown_matrices(ExpressionReader& reader, std::optional<formula::Notation> notation,
                            std::initializer_list<std::string_view> texts);

// An expression in the notation that is named, or else in the one it seems to be written in; and
// the notation for results.
struct InputExpression {
  ExprId id = kNoExpr;
  formula::Notation notation = formula::Notation::Latex;
};
base::Result<InputExpression> read_input(ExpressionReader& reader,
                                         std::optional<formula::Notation> notation,
                                         std::string_view text, Expressions& pool);

// The same where an equation is welcome too: its two sides, or the one expression.
struct InputSides {
  std::vector<ExprId> sides;
  formula::Notation notation = formula::Notation::Latex;
};
base::Result<InputSides> read_input_sides(ExpressionReader& reader,
                                          std::optional<formula::Notation> notation,
                                          std::string_view text, Expressions& pool);

// Heads of S-expressions that are no operators but were meant to be.
//
// (plus x 1) and (sni x) would call functions of these names, which nobody means: a word that
// algebra does not know is an error, unless it is a letter or a name that mathematics has for a
// function.

// Whether the word is the name or sign of an operator, or a function, in any notation of ours.
bool names_operator(std::string_view word);

// Whether it is what else an operator is called: plus, square.
bool is_other_word(std::string_view word);

// The first one. The message says which operator was meant, the hint lists them all.
std::optional<base::Error> find_mistaken_operator(std::string_view sexpr);

}  // namespace noether::algebra
