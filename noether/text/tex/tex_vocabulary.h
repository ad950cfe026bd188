// The meaning of LaTeX commands and environments for a reader of text. A command that is not listed
// draws its arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::text {

struct TexCommand {
  enum class Kind : unsigned char {
    Symbol,      // draws `text`
    Accent,      // a mark over the letter that follows; `text` is the combining character
    Blank,       // space in a line
    Paragraph,   // space between paragraphs
    Drop,        // drops the command with all its arguments
    DropFirst,   // drops the first `arguments` arguments and draws the rest: \href{..}{text}
    DropSecond,  // \PMlinkname{text}{target}
    DropLength,  // \vskip 2pt
    Section,     // `arguments` is the level
    Label,
    Item,
    Entry,  // an entry of a bibliography
    Begin,
    End,
    Verb,
    Title,
    Author,
    AtLetter,
    AtOther,
    EndInput,
    OpenFormula,  // \( and \[
  };
  Kind kind = Kind::Drop;
  int arguments = 0;
  std::string_view text;
};

std::optional<TexCommand> tex_command(std::string_view name);

// A letter with a combining character over it, as one character where Unicode has it.
std::string accented(std::string_view letter, std::string_view combining);

// Appends text with the quotes and dashes of TeX (`` '' -- ---) as the characters that TeX prints.
void append_prose(std::string_view text, std::string& out);

enum class TexEnvironmentKind : unsigned char {
  Plain,         // its content is text like any other
  Piece,         // a theorem, a proof, an abstract, a bibliography
  Formula,       // one displayed formula; the environment adds nothing to its meaning
  FormulaLines,  // a displayed formula of several lines, which needs its environment
  Verbatim,      // text without markup
  Dropped,       // a drawing, a comment
};

struct TexEnvironmentInfo {
  TexEnvironmentKind kind = TexEnvironmentKind::Plain;
  int arguments = 0;       // in braces, to be dropped
  bool optional = false;   // whether an argument in brackets is to be dropped
  std::string_view piece;  // the kind of a piece
};

// Looks up an environment by its name, with or without a star.
TexEnvironmentInfo tex_environment(std::string_view name);

// The kind of a theorem, from the name that is printed: "Main Theorem" is a theorem.
std::string theorem_kind(std::string_view caption);

}  // namespace noether::text
