// Writes single LaTeX symbols so that they remain separate tokens, and maps glyphs to the commands
// that draw them.
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

  // Appends text that is already LaTeX.
  void put(std::string_view latex);
  // Appends \name, or the character itself if it is not a command of letters.
  void command(std::string_view name);

  // Append a letter or name drawn as an identifier; an operator sign; a number; words.
  void variable(std::string_view label);
  // The same for the name of an operator: \operatorname{foo}.
  void operator_name(std::string_view label);
  // Appends a letter directly after the one before it, even if the letters then spell a name.
  void touching_letter(std::string_view letter) { put(letter); }
  // Begins a run of touching letters: writes a space if the letters would otherwise spell other
  // names together with the text before them.
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
  // The ends of a control word, a sign and a number that must not touch the next token.
  std::size_t word_end_ = 0;
  std::size_t sign_end_ = 0;
  std::string_view last_sign_;
  std::size_t number_end_ = 0;
};

// Replaces control characters by blanks in the text written since the position, so that it is one
// line: labels may contain any characters.
void blank_controls(std::string& out, std::size_t begin);

// The command that draws a glyph as an identifier or as an operator; nullptr if no command does.
const Symbol* symbol_for(std::string_view glyph, bool identifier);

// The command that crosses out its argument, by MathML's name for the notation; empty if no command
// does.
std::string_view enclosure_command(std::string_view notation);

// The LaTeX commands that draw a sign below their argument, by sign, for both writers of LaTeX.
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
