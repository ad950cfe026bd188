// What a text says that letters equal, and the values that may be put in for them.
//
// A value that the text gives (`let $x = 3$`) holds in the sentences behind it, as long as the text
// says nothing else of that letter. One that stands in a condition (`if $x = 1$`) holds behind it
// in its own sentence, unless that has another. A value that stands behind an equation may be what
// the equation was solved for, and proves nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::answer {

struct Saying {
  algebra::Head letter = {};
  algebra::ExprId value = algebra::kNoExpr;
  std::size_t sentence = 0;
  std::size_t equation = 0;  // which one of the text says so
  bool is_given = false;     // as a value, to be put in
  bool is_lasting = false;   // in the sentences behind
};

class GivenValues {
 public:
  void add(const Saying& saying) { sayings_.push_back(saying); }

  // The value that the letter has in an equation of that sentence, when it is beyond doubt; else
  // kNoExpr.
  algebra::ExprId value_in(algebra::Head letter, std::size_t sentence, std::size_t equation) const;

 private:
  std::vector<Saying> sayings_;
};

}  // namespace noether::answer
