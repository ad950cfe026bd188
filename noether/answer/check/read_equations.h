// The equations of a text as expressions, and the role of each: a claim, a given value, or
// something else.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "noether/algebra/derivation/derivation_line.h"
#include "noether/algebra/expression/expression.h"
#include "noether/answer/check/equation_lines.h"
#include "noether/answer/check/given_values.h"
#include "noether/answer/check/letter_meaning.h"
#include "noether/answer/check/own_notation.h"
#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::answer {

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
