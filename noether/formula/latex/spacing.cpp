// Spacing, style, colour and numbering: read over, because they draw no symbol.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"

namespace noether::formula {
namespace {

void nothing(LatexParser&, const Token&, std::string_view) {}

void wide(LatexParser& parser, const Token&, std::string_view) { parser.space_before_next(); }

// \hspace{1cm}, \label{..}, \color{red}: the argument goes with the command.
void skip_argument(LatexParser& parser, const Token&, std::string_view) {
  if (parser.tokens().peek().is_character("*")) parser.tokens().take();
  std::vector<Token> ignored;
  parser.tokens().take_optional_argument(ignored);
  parser.tokens().take_argument(ignored);
}

void skip_two(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_argument(parser, command, detail);
  skip_argument(parser, command, detail);
}

void wide_argument(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_argument(parser, command, detail);
  parser.space_before_next();
}

// \kern 3pt, \mskip-4mu
void length(LatexParser& parser, const Token&, std::string_view) { parser.skip_length(); }

}  // namespace

void LatexParser::skip_length() {
  constexpr std::string_view length = "+-=.0123456789";
  while (tokens_.peek().kind == TokenKind::Character &&
         length.find(tokens_.peek().text) != std::string_view::npos) {
    tokens_.take();
  }
  for (int i = 0; i < 2 && tokens_.peek().kind == TokenKind::Character; ++i) {
    const char c = tokens_.peek().text[0];
    if (c < 'a' || c > 'z') break;
    tokens_.take();
  }
}

void register_spacing(CommandTable& table) {
  for (const std::string_view name : std::to_array<std::string_view>({",",
                                                                      ";",
                                                                      ":",
                                                                      "!",
                                                                      ">",
                                                                      " ",
                                                                      "\t",
                                                                      "\n",
                                                                      "/",
                                                                      "-",
                                                                      "thinspace",
                                                                      "medspace",
                                                                      "thickspace",
                                                                      "negthinspace",
                                                                      "negmedspace",
                                                                      "negthickspace",
                                                                      "enspace",
                                                                      "enskip",
                                                                      "space",
                                                                      "nobreakspace",
                                                                      "allowbreak",
                                                                      "nobreak",
                                                                      "break",
                                                                      "goodbreak",
                                                                      "linebreak",
                                                                      "displaystyle",
                                                                      "textstyle",
                                                                      "scriptstyle",
                                                                      "scriptscriptstyle",
                                                                      "relax",
                                                                      "strut",
                                                                      "mathstrut",
                                                                      "nonumber",
                                                                      "notag",
                                                                      "noindent",
                                                                      "null",
                                                                      "hfill",
                                                                      "hfil",
                                                                      "hss",
                                                                      "vfill",
                                                                      "tiny",
                                                                      "scriptsize",
                                                                      "footnotesize",
                                                                      "small",
                                                                      "normalsize",
                                                                      "large",
                                                                      "Large",
                                                                      "LARGE",
                                                                      "huge",
                                                                      "Huge",
                                                                      "unboldmath",
                                                                      "boldmath",
                                                                      "nolinebreak",
                                                                      "centering",
                                                                      "ignorespaces",
                                                                      "protect",
                                                                      "par",
                                                                      "nulldelimiterspace",
                                                                      "normalfont",
                                                                      "upshape",
                                                                      "mdseries",
                                                                      "leavevmode",
                                                                      "smallskip",
                                                                      "medskip",
                                                                      "bigskip",
                                                                      "newpage",
                                                                      "inline",
                                                                      "(",
                                                                      "["})) {
    table.add(name, nothing);
  }
  table.add("quad", wide);
  table.add("qquad", wide);
  for (const std::string_view name :
       std::to_array<std::string_view>({"hspace", "hphantom", "phantom"})) {
    table.add(name, wide_argument);
  }
  for (const std::string_view name : std::to_array<std::string_view>(
           {"label",       "tag",       "color",   "textcolor", "colorbox", "vspace",
            "mspace",      "vphantom",  "require", "ref",       "eqref",    "cite",
            "hypertarget", "class",     "cssId",   "style",     "href",     "unicode",
            "bbox",        "pagecolor", "index",   "footnote"})) {
    table.add(name, skip_argument);
  }
  table.add("rule", skip_two);
  table.add("fcolorbox", skip_two);
  table.add("definecolor", skip_two);
  for (const std::string_view name :
       std::to_array<std::string_view>({"kern", "mkern", "hskip", "mskip", "vskip", "raise",
                                        "lower", "moveleft", "moveright"})) {
    table.add(name, length);
  }
}

}  // namespace noether::formula
