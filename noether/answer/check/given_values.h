// The values that a text gives to letters and that may be substituted for them.
// A value that the text gives (`let $x = 3$`) holds in the later sentences, as long as the text
// says nothing else about that letter. A value in a condition (`if $x = 1$`) holds in the rest of
// its own sentence, unless that has another value. A value after an equation may be its solution,
// and proves nothing.
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
