// Determines the meaning of the letters of a text: the kinds of things that they may be, whether
// the numbers of the text are the usual ones, and the values that the text gives to letters and
// that may be substituted for them.
//
// Algebra proves equations of numbers. If letters may be elements of a group or matrices, a product
// depends on its order, and the proof does not apply. In a text about remainders or fields, letters
// commute, so an identity of rational expressions holds there as well; an identity of sines or
// roots need not hold.
//
// A value that the text gives (`let $x = 3$`) holds in the later sentences, as long as the text
// says nothing else about that letter. A value in a condition (`if $x = 1$`) holds in the rest of
// its own sentence, unless that sentence gives the letter another value. A value after an equation
// may be the solution of that equation, and proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/text/document.h"

namespace noether::answer {

enum class Letters : std::uint8_t { AreNumbers, Commute, AreAnything };

struct LetterMeaning {
  Letters letters = Letters::AreNumbers;
  bool has_sets = false;            // capital letters may be sets
  bool is_arithmetic_usual = true;  // if not, 3 + 5 = 1 may be right
};
LetterMeaning meaning_by_words(const text::Field& field);

// Whether the equation is about the order of factors, as ab = ba and (ab)a = c are. Such equations
// are not written about numbers, so the letters of their text may be anything.
bool is_about_order(const algebra::Expressions& pool, algebra::ExprId left, algebra::ExprId right);

// Whether an identity of the two sides that holds for numbers also holds for the letters of the
// text.
bool holds_for_letters(const LetterMeaning& meaning, const algebra::Expressions& pool,
                       algebra::ExprId left, algebra::ExprId right);

struct Saying {
  algebra::Head letter = {};
  algebra::ExprId value = algebra::kNoExpr;
  std::size_t sentence = 0;
  std::size_t equation = 0;  // the number of the equation that says so
  bool is_given = false;     // whether it gives a value to substitute
  bool is_lasting = false;   // whether it also holds in later sentences
};

class GivenValues {
 public:
  void add(const Saying& saying) { sayings_.push_back(saying); }

  // The value of the letter in an equation of that sentence if there is no doubt about it;
  // otherwise kNoExpr.
  algebra::ExprId value_in(algebra::Head letter, std::size_t sentence, std::size_t equation) const;

 private:
  std::vector<Saying> sayings_;
};

}  // namespace noether::answer
