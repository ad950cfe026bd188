// Finds notations that algebra cannot read in the usual way: those that readers understand in
// different ways, and those that a text defines itself (`by $n$-th root, I mean $n$ square roots`).
// Algebra reads a formula in the usual way. If the author defines a root, that reading neither
// proves nor refutes anything about roots, whether or not the definition is the usual one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/formula_io.h"
#include "noether/text/document.h"

namespace noether::answer {

// Whether the meaning depends on the reader: 6/2(1+2) and 1/2x may be 6/(2(1+2)) and 1/(2x), \sin
// \pi/2 is usually \sin(\pi/2), and (1\,2\,3) may be a cycle. One reading of such a formula neither
// proves nor refutes anything.
bool has_two_readings(std::string_view latex);

// Whether a sign may have a special meaning: `*` and a frame may be operations that the text
// defines, 80\frac12 may be a mixed number or a product, and 2.3.5 is a product. Algebra may prove
// such a formula, but does not refute it.
bool has_open_sign(std::string_view latex);

class OwnNotations {
 public:
  // Reads the next piece of a text. `goes_on` says that the piece continues the sentence of the
  // previous piece, which a displayed formula interrupted.
  void read(std::string_view piece, std::span<const text::FormulaSpan> formulas, bool goes_on);

  // Whether the formula has a notation that the text explains.
  bool are_used_in(std::string_view latex);

 private:
  // An operator of formulas; a function has a name.
  struct Notation {
    formula::Op op = formula::Op::Missing;
    std::string name = {};
    bool operator==(const Notation&) const = default;
  };
  struct Token {
    std::string word = {};                 // empty for a formula
    std::vector<Notation> notations = {};  // named by the word or the formula
  };

  static Token token_of_word(std::string_view word);
  Token token_of_formula(std::string_view latex);
  Notation notation_of(formula::NodeId id) const;
  void add_explained(std::size_t verb);
  bool says_usual_meaning(const Token& token, std::size_t verb) const;
  void add(const Token& token);

  std::vector<Token> sentence_;
  std::vector<Notation> own_;
  formula::FormulaReader reader_;
  formula::Formula formula_;  // the one being read
};

}  // namespace noether::answer
