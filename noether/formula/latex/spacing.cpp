// Spacing, style, colour and numbering: commands that are skipped because they draw no symbol.
#include <array>
#include <string>

#include "noether/formula/latex/command_table.h"

namespace noether::formula {
namespace {

void nothing(LatexParser&, const Token&, std::string_view) {}

void wide(LatexParser& parser, const Token&, std::string_view) { parser.space_before_next(); }

bool any_option(std::string_view) { return true; }

// \hspace{1cm}, \label{..}, \color{red}: the argument is skipped with the command. Only arguments
// that draw nothing may be skipped: a length, a colour, a label, a place, but never a formula or
// words.
void skip_argument(LatexParser& parser, const Token&, std::string_view) {
  if (parser.tokens().peek().is_character("*")) parser.tokens().take();
  parser.skip_option(any_option);
  std::vector<Token> ignored;
  parser.tokens().take_argument(ignored);
}

void skip_two(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_argument(parser, command, detail);
  skip_argument(parser, command, detail);
}

void skip_three(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_two(parser, command, detail);
  skip_argument(parser, command, detail);
}

// \bbox[5px, yellow]{x}, \smash[b]{x}, \makebox[2em][c]{x}: the options are skipped, x is drawn.
void skip_options(LatexParser& parser, const Token&, std::string_view) {
  while (parser.skip_option(any_option)) continue;
}

// \colorbox{red}{$x$}, \raisebox{1pt}{x}: the first argument is skipped; the second is words if it
// has a dollar sign, and a formula otherwise.
void box_after_one(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_argument(parser, command, detail);
  parser.read_words_in_box(command);
}

void box_after_two(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_two(parser, command, detail);
  parser.read_words_in_box(command);
}

void box_after_options(LatexParser& parser, const Token& command, std::string_view detail) {
  skip_options(parser, command, detail);
  parser.read_words_in_box(command);
}

// \mathchoice{display}{text}{script}{scriptscript}: one formula for each size. The first is drawn.
void choice(LatexParser& parser, const Token& command, std::string_view) {
  const NodeId display = parser.argument(command);
  std::vector<Token> other_sizes;
  for (int i = 0; i < 3; ++i) parser.tokens().take_argument(other_sizes);
  parser.push_fenced("", "", display, command.source);
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
  // Two letters are skipped only if they are a unit.
  constexpr std::array units = std::to_array<std::string_view>(
      {"pt", "mm", "cm", "in", "em", "ex", "mu", "bp", "pc", "dd", "cc", "sp", "px"});
  std::vector<Token> ahead;
  std::string unit;
  while (unit.size() < 2 && tokens_.peek().kind == TokenKind::Character) {
    ahead.push_back(tokens_.take());
    unit += ahead.back().text;
  }
  for (const std::string_view known : units) {
    if (unit == known) return;
  }
  if (!ahead.empty()) tokens_.push_front(std::move(ahead));
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
           {"label",          "tag",      "color",       "vspace",    "mspace",
            "vphantom",       "require",  "ref",         "eqref",     "cite",
            "hypertarget",    "class",    "cssId",       "style",     "href",
            "htmlClass",      "htmlId",   "htmlStyle",   "htmlData",  "pagecolor",
            "index",          "mmlToken", "cline",       "hyperlink", "hyperref",
            "arrayrulecolor", "rowcolor", "columncolor", "cellcolor", "nocite",
            "pageref"})) {
    table.add(name, skip_argument);
  }
  table.add("rule", skip_two);
  for (const std::string_view name : std::to_array<std::string_view>(
           {"textcolor", "colorbox", "raisebox", "scalebox", "rotatebox"})) {
    table.add(name, box_after_one);
  }
  for (const std::string_view name :
       std::to_array<std::string_view>({"fcolorbox", "multicolumn", "multirow", "resizebox"})) {
    table.add(name, box_after_two);
  }
  table.add("definecolor", skip_three);
  for (const std::string_view name :
       std::to_array<std::string_view>({"bbox", "smash", "makebox", "framebox"})) {
    table.add(name, box_after_options);
  }
  for (const std::string_view name :
       std::to_array<std::string_view>({"llap", "rlap", "clap", "mathllap", "mathrlap", "mathclap",
                                        "lefteqn", "vcenter", "ensuremath"})) {
    table.add(name, nothing);  // the argument is drawn in place
  }
  table.add("mathchoice", choice);
  for (const std::string_view name :
       std::to_array<std::string_view>({"kern", "mkern", "hskip", "mskip", "vskip", "raise",
                                        "lower", "moveleft", "moveright"})) {
    table.add(name, length);
  }
}

}  // namespace noether::formula
