// Splits a sentence into the words that the parser reads.
// A word is a run of letters and digits, a sign, or a formula, which is always one word. English
// endings are separate words ("do" "n't", "prince" "'s"), and so are the parts around a hyphen.
// Markup such as <i> is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::amr {

// The case and form of a word, which models of lower-case texts cannot see. The numbers are those
// of the segments that the network reads.
enum class WordShape : std::uint8_t {
  Lower,
  Capital,       // the first letter is upper case
  FirstCapital,  // the same for the first word of a sentence, where it means little
  Upper,
  Mixed,
  Digits,
  Sign,
  Formula,
};
inline constexpr std::size_t kWordShapes = 8;

struct Word {
  std::string text;   // as written; for a formula "eqx12eqx", or its LaTeX without dollar signs
  std::string lower;  // in lower case
  base::Span span;    // bytes of the sentence
  WordShape shape = WordShape::Lower;
  bool blank_before = true;

  bool is_formula() const { return shape == WordShape::Formula; }
};

using WordId = std::uint32_t;

struct Sentence {
  std::string text;
  std::vector<Word> words;
};

// Formulas are `eqx12eqx`, with or without quotes, and the text between dollar signs.
Sentence split_words(std::string_view text);

}  // namespace noether::amr
