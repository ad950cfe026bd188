// The tokens of a LaTeX document: runs of plain text, commands, and the characters with a special
// meaning in TeX.
// This lexer keeps two things that the lexer of formulas drops: the ends of paragraphs, and the
// place in the source, from which verbatim text is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace noether::text {

enum class TexKind : std::uint8_t {
  Text,       // a run of ordinary characters; each of [ ] * = is a token by itself
  Command,    // \name; text is the name
  Open,       // {
  Close,      // }
  Math,       // $
  Align,      // &
  Script,     // ^ or _
  Parameter,  // #1; text is the digit, empty for a lone #
  Tie,        // ~
  Blank,      // white space inside a paragraph
  Paragraph,  // an empty line
  Mark,       // never in a source; ends the tokens that a caller put in front
  End,
};

struct TexToken {
  TexKind kind = TexKind::End;
  bool primitive = false;  // a command that keeps its first meaning despite later definitions
  std::string_view text;

  bool is_command(std::string_view name) const { return kind == TexKind::Command && text == name; }
  bool is_text(std::string_view run) const { return kind == TexKind::Text && text == run; }
};

using TexTokens = std::vector<TexToken>;

class TexLexer {
 public:
  explicit TexLexer(std::string_view source) : source_(source) {}

  TexToken next();

  // Returns the text up to `end` and skips `end`; returns all the rest if `end` is missing.
  std::string_view take_until(std::string_view end);
  // The rest of the source.
  std::string_view rest() const { return source_.substr(at_); }
  void skip(std::size_t bytes) { at_ += bytes; }
  // Whether @ is a letter, as in style files.
  void set_at_letter(bool yes) { at_letter_ = yes; }
  // The line of the next token, from 1.
  std::uint32_t line();

 private:
  bool is_letter(char c) const {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c == '@' && at_letter_);
  }
  TexToken command();
  TexToken blank();
  void skip_line_blanks();

  std::string_view source_;
  std::size_t at_ = 0;
  bool at_letter_ = false;
  std::size_t counted_ = 0;  // bytes whose lines are counted
  std::uint32_t line_ = 1;
};

}  // namespace noether::text
