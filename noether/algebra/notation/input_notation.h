// Guesses the notation of an expression if it is not specified.
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
// Likewise, where tokens are not accepted: LaTeX or plain math.
formula::Notation guess_drawn_notation(std::string_view text);
// The notation of results: plain math can only be read, so results are LaTeX instead.
formula::Notation written_notation(formula::Notation read);

// In LaTeX, a lone sin without a backslash is a product of letters, which is never intended. A name
// that is read as a function, such as sin(x), is not reported, nor is one in plain math.
std::optional<base::Error> find_bare_function(
    std::string_view latex, formula::Notation notation = formula::Notation::Latex);

// Declares the names that one of these texts shows to be matrices, so that they are matrices in all
// parts of one question. An unreadable text declares nothing.
void declare_shown_matrices(ExpressionReader& reader, std::optional<formula::Notation> notation,
                            std::initializer_list<std::string_view> texts);

// An expression in the given notation, or else in the guessed one, and the notation for results.
struct InputExpression {
  ExprId id = kNoExpr;
  formula::Notation notation = formula::Notation::Latex;
};
base::Result<InputExpression> read_input(ExpressionReader& reader,
                                         std::optional<formula::Notation> notation,
                                         std::string_view text, Expressions& pool);

// Also accepts an equation: its two sides, or the one expression.
struct InputSides {
  std::vector<ExprId> sides;
  formula::Notation notation = formula::Notation::Latex;
};
base::Result<InputSides> read_input_sides(ExpressionReader& reader,
                                          std::optional<formula::Notation> notation,
                                          std::string_view text, Expressions& pool);

// Finds heads of S-expressions that are not operators but were probably meant to be.
//
// (plus x 1) and (sni x) would call functions of these names, which is never intended: an unknown
// word is an error, unless it is a letter or a mathematical name of a function.

// Returns whether the word is the name or sign of an operator or a function in any supported
// notation.
bool names_operator(std::string_view word);

// Returns whether the word is another name of an operator: plus, square.
bool is_other_word(std::string_view word);

// Returns the first one. The message names the probable operator, the hint lists all of them.
std::optional<base::Error> find_mistaken_operator(std::string_view sexpr);

}  // namespace noether::algebra
