// Reads the equations of a text as expressions, each with its role: a claim, a given value, or
// something else. Also splits a formula into the lines that are equations or chains of equations.
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

// The lines of a formula. A display of several lines is split into its lines, without alignment
// signs, numbers and the surrounding environment; each line is split again at arrows and wide gaps.
// A part that begins with = continues the part before it. A line without = that begins with +
// continues the sum of the line before it and does not become a part; the same holds for a line
// after one that ends in + or =.
struct EquationLine {
  std::string latex;
  bool is_equation = false;    // contains an equals sign outside of scripts such as \sum_{n=1}
  bool follows_arrow = false;  // the line contains an arrow: it holds if something else holds
  bool may_be_cut = false;     // it may be one part of a sum that another line continues
};
std::vector<EquationLine> equation_lines(std::string_view latex);

// One step: a = b = c has two steps.
struct ReadEquation {
  base::Span span;   // the formula, in the text
  std::string line;  // LaTeX of its line, and of the line that this one continues
  algebra::ExprId left = algebra::kNoExpr;  // absent if the equation cannot be read
  algebra::ExprId right = algebra::kNoExpr;
  bool begins_line = false;  // the first equation of its line
  bool is_claim = false;     // the text suggests no other role
  bool is_given = false;     // a value given by the text
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
