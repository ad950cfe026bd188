// Fonts: \mathbb R, \mathrm{Hom}, \bf.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"

namespace noether::formula {
namespace {

// The detail of a font command: the alphabet's letter, then '+' when letters join into one name.
LatexParser::Font font_of(std::string_view detail) {
  LatexParser::Font font;
  font.joins_letters = detail.ends_with('+');
  switch (detail[0]) {
    case 'b':
      font.alphabet = Alphabet::Bold;
      break;
    case 'i':
      font.alphabet = Alphabet::BoldItalic;
      break;
    case 'd':
      font.alphabet = Alphabet::DoubleStruck;
      break;
    case 'f':
      font.alphabet = Alphabet::Fraktur;
      break;
    case 's':
      font.alphabet = Alphabet::Script;
      break;
    case 'n':
      font.alphabet = Alphabet::SansSerif;
      break;
    case 't':
      font.alphabet = Alphabet::Monospace;
      break;
    default:
      break;
  }
  return font;
}

// \mathbb{..}: for one argument.
void font_command(LatexParser& parser, const Token& command, std::string_view detail) {
  const LatexParser::Font old = parser.set_font(font_of(detail));
  const Token token = parser.tokens().peek();
  if (token.kind == TokenKind::OpenBrace) {
    parser.tokens().take();
    parser.group_contents(token);
  } else {
    const NodeId row = parser.argument(command);
    parser.push_fenced("", "", row, command.source);
  }
  parser.set_font(old);
  parser.expect_scripts_on_last();
}

// \bf: to the end of the group, which restores the font.
void font_switch(LatexParser& parser, const Token&, std::string_view detail) {
  parser.set_font(font_of(detail));
}

}  // namespace

void register_fonts(CommandTable& table) {
  using Entry = std::pair<std::string_view, std::string_view>;
  for (const auto& [name, detail] : std::to_array<Entry>({
           {"mathrm", "p+"}, {"mathup", "p+"},  {"mathnormal", "p"}, {"mathit", "p+"},
           {"mathbf", "b+"}, {"mathbb", "d"},   {"Bbb", "d"},        {"mathds", "d"},
           {"mathbbm", "d"}, {"mathfrak", "f"}, {"frak", "f"},       {"mathcal", "s"},
           {"mathscr", "s"}, {"mathsf", "n+"},  {"mathtt", "t+"},    {"boldsymbol", "i"},
           {"bm", "i"},      {"pmb", "i"},      {"mathbfit", "i"},   {"symbf", "b+"},
           {"symbb", "d"},   {"symcal", "s"},   {"symfrak", "f"},    {"symrm", "p+"},
       })) {
    table.add(name, font_command, detail);
  }
  for (const auto& [name, detail] : std::to_array<Entry>({
           {"rm", "p+"},
           {"it", "p+"},
           {"bf", "b+"},
           {"cal", "s"},
           {"sf", "n+"},
           {"tt", "t+"},
           {"sl", "p+"},
           {"sc", "p+"},
           {"frak", "f"},
           {"scr", "s"},
           {"mit", "p"},
           {"rmfamily", "p+"},
           {"bfseries", "b+"},
           {"itshape", "p+"},
       })) {
    table.add(name, font_switch, detail);
  }
}

}  // namespace noether::formula
