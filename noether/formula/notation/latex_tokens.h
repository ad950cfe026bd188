// Writing single symbols of LaTeX so that they stay the tokens they are.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/symbols.h"

namespace noether::formula {

// Appends LaTeX and keeps apart what would run together: \alpha x, 2{3}, : =.
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
  // A letter right behind the one before it, also where the letters then spell a name.
  void touching_letter(std::string_view letter) { put(letter); }
  // Before letters that touch one another but not what stands before: a space where without it the
  // names they spell would be others.
  void begin_run(std::string_view letters);
  void sign(std::string_view label);
  void number(std::string_view label);
  void words(std::string_view text);

  // Puts LaTeX before what was written since the position.
  void insert(std::size_t position, std::string_view latex);

  std::string& out() { return out_; }

 private:
  void styled(std::string_view label, bool variable_kind);
  void letter(std::string_view letter);
  std::string_view last_letters() const;
  void escaped(std::string_view text);

  std::string& out_;
  // What ended where: a control word, sign or number that must not touch the next one.
  std::size_t word_end_ = 0;
  std::size_t sign_end_ = 0;
  std::string_view last_sign_;
  std::size_t number_end_ = 0;
};

// Makes one line of what was written since the position: labels may hold anything.
void blank_controls(std::string& out, std::size_t begin);

// The command that draws a glyph as an identifier or as an operator; nullptr when there is none.
const Symbol* symbol_for(std::string_view glyph, bool identifier);

// The command that crosses out what it has, by MathML's name for that; empty when there is none.
std::string_view enclosure_command(std::string_view notation);

}  // namespace noether::formula
