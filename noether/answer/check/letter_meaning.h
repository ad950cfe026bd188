// What the letters of a text may stand for, and whether its numbers are the usual ones.
// Algebra proves equations of numbers. If letters may be elements of a group or matrices, a product
// depends on its order, and the proof does not apply. In a text about remainders or fields letters
// commute, so an identity of rational expressions holds there as well; an identity of sines or
// roots need not.
#pragma once

#include <cstdint>

#include "noether/algebra/expression/expression.h"
#include "noether/text/document.h"

namespace noether::answer {

enum class Letters : std::uint8_t { AreNumbers, Commute, AreAnything };

struct LetterMeaning {
  Letters letters = Letters::AreNumbers;
  bool has_sets = false;            // capital letters may be sets
  bool is_arithmetic_usual = true;  // else 3 + 5 = 1 may be meant
};
LetterMeaning meaning_by_words(const text::Field& field);

// Whether the equation is about the order of factors, as ab = ba and (ab)a = c are. Nobody writes
// so of numbers, so that the letters of that text may be anything.
bool is_about_order(const algebra::Expressions& pool, algebra::ExprId left, algebra::ExprId right);

// Whether an identity of the two that holds for numbers holds for the letters of the text.
bool holds_for_letters(const LetterMeaning& meaning, const algebra::Expressions& pool,
                       algebra::ExprId left, algebra::ExprId right);

}  // namespace noether::answer
