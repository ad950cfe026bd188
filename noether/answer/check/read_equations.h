// The equations of a text as expressions, and the role of each: a claim, a given value, or
// something else; and the lines of a formula that are equations, or chains of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/derivation/derivation_line.h"
#include "noether/algebra/expression/expression.h"
#include "noether/answer/check/letters.h"
#include "noether/answer/check/notation.h"
#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::answer {

// A display of several lines as its lines, without signs of alignment, numbers and the environment
// around them; and each line in the parts that arrows and wide gaps make. A part that begins with =
// goes on from the one before. A line without = that begins with + goes on with the sum before it,
// and is no part of its own; nor is one behind a line that ends in + or =.
struct EquationLine {
  std::string latex;
  bool is_equation = false;    // an equals sign stands in it, and not only in a script: \sum_{n=1}
  bool follows_arrow = false;  // an arrow stands in the line: it holds when something else does
  bool may_be_cut = false;     // a sum may go on in it, or behind it, that has another part
};
std::vector<EquationLine> equation_lines(std::string_view latex);

// One step: of a = b = c there are two.
struct ReadEquation {
  base::Span span;   // of the formula, in the text
  std::string line;  // LaTeX of the line that it stands in, and of the one it goes on from
  algebra::ExprId left = algebra::kNoExpr;  // absent when it cannot be read
  algebra::ExprId right = algebra::kNoExpr;
  bool begins_line = false;  // no other equation stands before it there
  bool is_claim = false;     // nothing makes it anything else
  bool is_given = false;     // a value that the text gives
  std::size_t sentence = 0;
};

struct TextEquations {
  std::vector<ReadEquation> equations;  // in the order of the text
  GivenValues givens;
  LetterMeaning meaning;
  OwnNotations notations;
};

TextEquations read_equations(const text::Field& field, algebra::Expressions& pool);

}  // namespace noether::answer
