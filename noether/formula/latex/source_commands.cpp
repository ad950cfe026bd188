#include "noether/formula/latex/source_commands.h"

#include <algorithm>
#include <initializer_list>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

using CommandNames = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, CommandNames names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

int count_of_rows(std::string_view name) {
  if (is_one_of(name, {"frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom"})) return 2;
  return is_one_of(name, {"sqrt", "overline", "underline"}) ? 1 : 0;
}

bool is_switch(std::string_view name) {
  return is_one_of(name, {"displaystyle", "color", "boldmath", "unboldmath"});
}

bool is_face(std::string_view name) {
  return is_one_of(name, {"textstyle", "scriptstyle", "scriptscriptstyle",
                          "tiny",      "scriptsize",  "footnotesize",
                          "small",     "normalsize",  "large",
                          "Large",     "LARGE",       "huge",
                          "Huge",      "rm",          "it",
                          "bf",        "cal",         "sf",
                          "tt",        "sl",          "sc",
                          "mit",       "scr",         "rmfamily",
                          "bfseries",  "itshape",     "normalfont",
                          "upshape",   "mdseries"});
}

bool is_unicode_script(const Token& token) {
  if (token.kind != TokenKind::Character || token.text.size() < 2) return false;
  const char32_t c = base::decode_code_point(token.text).value;
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209F) ||
         (c >= 0x2B0 && c <= 0x2B8) || (c >= 0x2E1 && c <= 0x2E3) || (c >= 0x1D2C && c <= 0x1D6A) ||
         c == 0x1D9C || c == 0x1DA0 || c == 0x1DBB || c == 0x2C7C || c == 0x2C7D;
}

bool is_sign(const Symbol* symbol) {
  if (symbol == nullptr) return false;
  switch (symbol->role) {
    case SymbolRole::Additive:
    case SymbolRole::Multiplicative:
    case SymbolRole::BigOperator:
    case SymbolRole::Integral:
    case SymbolRole::Punctuation:
      return true;
    default:
      return false;
  }
}

bool is_barrier(std::string_view name) {
  return is_one_of(name, {"tag", "label", "notag", "nonumber", "hline", "hdashline", "cline",
                          "intertext", "shortintertext", "newline", "allowbreak", "nobreak"});
}

bool takes_nothing(std::string_view name) {
  return is_one_of(name, {",",           ";",
                          ":",           "!",
                          ">",           " ",
                          "\t",          "\n",
                          "/",           "-",
                          "quad",        "qquad",
                          "thinspace",   "medspace",
                          "thickspace",  "negthinspace",
                          "negmedspace", "negthickspace",
                          "enspace",     "enskip",
                          "space",       "nobreakspace",
                          "strut",       "mathstrut",
                          "relax",       "null",
                          "dots",        "bmod"});
}

bool is_beyond_understanding(std::string_view name) {
  return is_one_of(name, {"def",
                          "gdef",
                          "edef",
                          "xdef",
                          "let",
                          "newcommand",
                          "renewcommand",
                          "providecommand",
                          "DeclareMathOperator",
                          "newenvironment",
                          "require",
                          "kern",
                          "mkern",
                          "hskip",
                          "mskip",
                          "vskip",
                          "raise",
                          "lower",
                          "moveleft",
                          "moveright",
                          "root",
                          "buildrel",
                          "sideset",
                          "verb",
                          "mathchoice",
                          "overwithdelims",
                          "atopwithdelims",
                          "abovewithdelims",
                          "above",
                          "csname",
                          "begingroup",
                          "endgroup",
                          "bgroup",
                          "egroup",
                          "(",
                          ")",
                          "[",
                          "]",
                          "right",
                          "middle",
                          "end",
                          "limits",
                          "nolimits"});
}

bool is_dots_command(const Token& token) {
  return token.kind == TokenKind::Command &&
         is_one_of(token.text, {"dots", "ldots", "cdots", "dotsc", "dotsb", "dotsm", "dotsi",
                                "dotso", "hdots"});
}

bool gets_space_after_dots(const Token& token) {
  if (is_dots_command(token)) return true;
  if (token.kind == TokenKind::Character) return is_one_of(token.text, {")", "]", ";", ".", ","});
  return token.kind == TokenKind::Command &&
         is_one_of(token.text, {"}", "rbrace", "rbrack", "rangle", "rceil", "rfloor", "rgroup",
                                "rmoustache", "right", "bigr", "Bigr", "biggr", "Biggr"});
}

bool is_sized_delimiter(std::string_view name) {
  return name.size() >= 3 && name.size() <= 5 &&
         (name.starts_with("big") || name.starts_with("Big")) && symbol_by_command(name) == nullptr;
}

bool has_cells(std::string_view name) {
  if (name.ends_with('*')) name.remove_suffix(1);
  return is_one_of(name, {"matrix",   "smallmatrix", "pmatrix",  "bmatrix",  "Bmatrix", "vmatrix",
                          "Vmatrix",  "array",       "cases",    "dcases",   "rcases",  "drcases",
                          "align",    "aligned",     "gather",   "gathered", "split",   "alignat",
                          "multline", "alignedat",   "equation", "eqnarray", "flalign"});
}

bool has_column_argument(std::string_view name) {
  return is_one_of(name, {"array", "tabular", "subarray", "alignat", "alignedat", "alignat*"});
}

}  // namespace noether::formula
