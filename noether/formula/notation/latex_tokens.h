// Writing single symbols of LaTeX so that they stay the tokens they are, and the commands that draw
// them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "noether/formula/symbols.h"

namespace noether::formula {

// Appends LaTeX and separates tokens that would run together: \alpha x, 2{3}, : =.
class LatexTokens {
 public:
  explicit LatexTokens(std::string& out) : out_(out) {}

  // Text that is LaTeX already.
  void put(std::string_view latex);
  // \name, or the character itself when it is no letter command.
  void command(std::string_view name);

  // A letter or name drawn as an identifier; an operator sign; a number; words.
  void variable(std::string_view label);
  // The same for a name that is an operator's: \operatorname{foo}.
  void operator_name(std::string_view label);
  // A letter directly after the one before it, even if the letters then spell a name.
  void touching_letter(std::string_view letter) { put(letter); }
  // Begins a run of touching letters: writes a space if without it they would spell other names
  // together with the text before.
  void begin_run(std::string_view letters);
  void sign(std::string_view label);
  void number(std::string_view label);
  void words(std::string_view text);

  // Inserts LaTeX before the text written since the position.
  void insert(std::size_t position, std::string_view latex);

  std::string& out() { return out_; }

 private:
  void styled(std::string_view label, bool variable_kind);
  void letter(std::string_view letter);
  std::string_view last_letters() const;
  void escaped(std::string_view text);

  std::string& out_;
  // The end of a control word, sign or number that must not touch the next one.
  std::size_t word_end_ = 0;
  std::size_t sign_end_ = 0;
  std::string_view last_sign_;
  std::size_t number_end_ = 0;
};

// Makes the text written since the position one line: labels may contain anything.
void blank_controls(std::string& out, std::size_t begin);

// The command that draws a glyph as an identifier or as an operator; nullptr if there is none.
const Symbol* symbol_for(std::string_view glyph, bool identifier);

// The command that crosses out its argument, by MathML's name for that; empty if there is none.
std::string_view enclosure_command(std::string_view notation);

// The LaTeX commands that draw a sign below, by the sign: for both writers of LaTeX.
inline constexpr auto kUnderAccents =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"¯", "underline"},
                                                                  {"~", "utilde"},
                                                                  {"→", "underrightarrow"},
                                                                  {"←", "underleftarrow"},
                                                                  {"↔", "underleftrightarrow"},
                                                                  {"⏝", "underparen"},
                                                                  {"⏟", "underbrace"},
                                                                  {"⎵", "underbracket"}});

}  // namespace noether::formula
