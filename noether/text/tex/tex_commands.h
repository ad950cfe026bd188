// The meaning of LaTeX commands for a reader of text; commands not listed draw their arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::text {

struct TexCommand {
  enum class Kind : unsigned char {
    Symbol,      // draws `text`
    Accent,      // over the letter that follows; `text` is the combining character
    Blank,       // space in a line
    Paragraph,   // space between paragraphs
    Drop,        // with all its arguments
    DropFirst,   // the arguments counted are dropped, those behind them drawn: \href{..}{text}
    DropSecond,  // \PMlinkname{text}{target}
    DropLength,  // \vskip 2pt
    Section,     // `arguments` is the level
    Label,
    Item,
    Entry,  // of a bibliography
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

// Quotes and dashes of TeX (`` '' -- ---) as the characters they are printed as.
void append_prose(std::string_view text, std::string& out);

}  // namespace noether::text
