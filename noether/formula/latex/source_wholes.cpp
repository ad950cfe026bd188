#include "noether/formula/latex/source_wholes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/token_classes.h"

namespace noether::formula {
namespace {

constexpr int kDeepest = 64;

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_within(base::Span inner, base::Span outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// Whose arguments are rows like any other. Accents and fonts look at what is in their argument, and
// a mark in it would be in their way.
int count_of_rows(std::string_view name) {
  if (is_one_of(name, {"frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom"})) return 2;
  return is_one_of(name, {"sqrt", "overline", "underline"}) ? 1 : 0;
}

bool is_switch(std::string_view name) {
  return is_one_of(name, {"displaystyle", "textstyle",    "scriptstyle", "scriptscriptstyle",
                          "rm",           "it",           "bf",          "cal",
                          "sf",           "tt",           "sl",          "sc",
                          "mit",          "scr",          "rmfamily",    "bfseries",
                          "itshape",      "normalfont",   "upshape",     "mdseries",
                          "color",        "boldmath",     "unboldmath",  "tiny",
                          "scriptsize",   "footnotesize", "small",       "normalsize",
                          "large",        "Large",        "LARGE",       "huge",
                          "Huge"});
}

bool is_barrier(std::string_view name) {
  return is_one_of(name, {"tag", "label", "notag", "nonumber", "hline", "hdashline", "cline",
                          "intertext", "shortintertext", "newline", "allowbreak", "nobreak"});
}

// Spaces and the like, which take nothing.
bool is_space(std::string_view name) {
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

// What reads its arguments in ways of its own, or changes what commands mean.
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

bool is_sized_delimiter(std::string_view name) {
  return name.size() >= 3 && name.size() <= 5 &&
         (name.starts_with("big") || name.starts_with("Big")) && symbol_by_command(name) == nullptr;
}

// Environments whose cells are rows like any other, and what follows their names.
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

}  // namespace

class SourceWholesScanner {
 public:
  using Atom = SourceWholes::Atom;
  using Row = SourceWholes::Row;
  using Kind = SourceWholes::Kind;

  explicit SourceWholesScanner(std::string_view latex) {
    lexer_.reset(latex);
    advance();
  }

  // False when the source is not understood.
  bool scan(Row& root) {
    root = contents();
    return understood_ && next_.kind == TokenKind::End;
  }

 private:
  void advance() { next_ = lexer_.next(); }
  Token take() {
    const Token taken = next_;
    last_end_ = taken.source.end;
    advance();
    return taken;
  }
  void give_up() { understood_ = false; }
  bool goes_on() const { return understood_ && next_.kind != TokenKind::End; }

  bool is_at_end_of_contents() const {
    return next_.kind == TokenKind::CloseBrace || next_.is_command("right") ||
           next_.is_command("middle") || next_.is_command("end");
  }

  // Up to what ends a group, which is left: one row, or an atom of several that & or \\ separate.
  Row contents() {
    Row row;
    row.span = {next_.source.begin, next_.source.begin};
    if (++depth_ > kDeepest) give_up();
    std::vector<Row> cells;
    do {
      cells.push_back(cell());
      if (next_.kind == TokenKind::Alignment) {
        take();
      } else if (ends_line(next_)) {
        take();
        if (next_.is_character("*")) take();
        if (next_.is_character("[") && !next_.space_before) brackets();
      } else {
        break;
      }
    } while (understood_);
    --depth_;
    row.span.end = next_.source.begin;
    if (cells.size() == 1) {
      row.atoms = std::move(cells[0].atoms);
      return row;
    }
    row.atoms.push_back(atom_of_rows(std::move(cells), row.span));
    return row;
  }

  static Atom atom_of_rows(std::vector<Row> rows, base::Span span) {
    Atom atom;
    atom.span = atom.nucleus = span;
    atom.rows = std::move(rows);
    return atom;
  }

  // Up to what ends a cell. \over makes two rows of it, which are one atom.
  Row cell() {
    std::vector<Row> halves;
    Row row = start_of_row();
    const base::Span begin = next_.source;
    while (goes_on() && !is_at_end_of_contents() && next_.kind != TokenKind::Alignment &&
           !ends_line(next_)) {
      if (is_infix_fraction(next_) && !next_.is_command("above")) {
        row.span.end = next_.source.begin;
        halves.push_back(std::move(row));
        if (halves.size() > 1) give_up();  // TeX refuses it
        take();
        row = start_of_row();
        continue;
      }
      row.atoms.push_back(atom());
    }
    row.span.end = next_.source.begin;
    if (halves.empty()) return row;
    halves.push_back(std::move(row));
    Row whole;
    whole.span = {begin.begin, next_.source.begin};
    whole.atoms.push_back(atom_of_rows(std::move(halves), {begin.begin, last_end_}));
    return whole;
  }

  Row start_of_row() const {
    Row row;
    row.span = {next_.source.begin, next_.source.begin};
    return row;
  }

  bool is_at_script() const {
    return next_.kind == TokenKind::Superscript || next_.kind == TokenKind::Subscript ||
           prime_count(next_) > 0;
  }

  Atom atom() {
    Atom atom;
    atom.span.begin = next_.source.begin;
    if (is_at_script()) {
      atom.nucleus = {atom.span.begin, atom.span.begin};
    } else {
      nucleus(atom);
    }
    scripts(atom);
    atom.span.end = last_end_;
    return atom;
  }

  void scripts(Atom& atom) {
    bool is_scripted = false;
    bool is_simple = true;
    while (goes_on()) {
      if (prime_count(next_) > 0) {
        take();
      } else if (next_.is_command("limits") || next_.is_command("nolimits") ||
                 next_.is_command("displaylimits")) {
        take();
        atom.stands_alone = false;
      } else if (next_.kind == TokenKind::Superscript || next_.kind == TokenKind::Subscript) {
        take();
        is_simple = argument(atom.rows) && is_simple;
      } else {
        break;
      }
      if (!is_scripted) before_scripts(atom);
      is_scripted = true;
    }
    if (is_scripted && !is_simple) atom.stands_alone = false;
  }

  // Scripts are placed by what they hang on: a group of a single symbol is that symbol, as long as
  // nothing else is in the group. An argument without braces would get the scripts that follow it.
  static void before_scripts(Atom& atom) {
    std::erase_if(atom.rows, [&](const Row& row) {
      if (row.span.end > atom.nucleus.end || row.atoms.size() != 1) return false;
      const bool is_symbol = atom.is_group && row.atoms[0].rows.empty();
      return is_symbol || (!row.is_braced && row.span.end == atom.nucleus.end);
    });
  }

  // One argument, whose row is added where it can have marks. False when it is neither in braces
  // nor a single symbol.
  bool argument(std::vector<Row>& rows) {
    if (next_.kind == TokenKind::OpenBrace) {
      rows.push_back(group());
      return true;
    }
    if (!goes_on() || is_at_end_of_contents() || next_.kind == TokenKind::Alignment) {
      give_up();
      return false;
    }
    const bool is_plain = is_ascii_letter(next_) || is_digit(next_);
    const bool is_symbol =
        next_.kind == TokenKind::Character ||
        (next_.kind == TokenKind::Command && symbol_by_command(next_.text) != nullptr);
    Row row = start_of_row();
    row.atoms.emplace_back();
    Atom& one = row.atoms.back();
    one.span.begin = next_.source.begin;
    nucleus(one);
    row.span.end = one.span.end = last_end_;
    if (is_plain) rows.push_back(std::move(row));
    return is_symbol;
  }

  // From { to }.
  Row group() {
    take();
    Row row = contents();
    row.is_braced = true;
    if (next_.kind == TokenKind::CloseBrace) {
      take();
    } else {
      give_up();
    }
    return row;
  }

  // [...], which is not looked into.
  void brackets() {
    int depth = 0;
    while (goes_on()) {
      const Token token = take();
      if (token.kind == TokenKind::OpenBrace) ++depth;
      if (token.kind == TokenKind::CloseBrace && --depth < 0) break;
      if (depth == 0 && token.is_character("]")) return;
    }
    give_up();
  }

  // {...}, which is not looked into.
  void skipped_group() {
    int depth = 0;
    while (goes_on()) {
      const Token token = take();
      if (token.kind == TokenKind::OpenBrace) ++depth;
      if (token.kind == TokenKind::CloseBrace && --depth == 0) return;
    }
    give_up();
  }

  void nucleus(Atom& atom) {
    atom.nucleus.begin = next_.source.begin;
    switch (next_.kind) {
      case TokenKind::Character: {
        const Token token = take();
        if (token.text == "$" || token.text == "#") give_up();
        const auto first = static_cast<unsigned char>(token.text[0]);
        atom.stands_alone = is_ascii_letter(token) || is_digit(token) || first >= 0x80;
        break;
      }
      case TokenKind::OpenBrace: {
        Row row = group();
        atom.is_group = true;
        atom.stands_alone = row.atoms.size() == 1 && row.atoms[0].stands_alone &&
                            row.atoms[0].span == row.atoms[0].nucleus;
        atom.rows.push_back(std::move(row));
        break;
      }
      case TokenKind::Command:
        command(atom);
        break;
      default:
        take();
        give_up();
        break;
    }
    atom.nucleus.end = last_end_;
  }

  void command(Atom& atom) {
    const Token token = take();
    const std::string_view name = token.text;
    if (name == "begin") return environment(atom);
    if (name == "left") return left(atom);
    if (name.empty() || is_beyond_understanding(name)) return give_up();
    if (is_space(name)) return;
    if (const int rows = count_of_rows(name); rows > 0) {
      if (next_.is_character("[")) brackets();
      for (int i = 0; i < rows; ++i) argument(atom.rows);
      return;
    }
    if (is_switch(name)) {
      atom.kind = Kind::Switch;
      if (name == "color") raw_arguments();
      return;
    }
    if (is_barrier(name)) {
      atom.kind = Kind::Barrier;
      raw_arguments();
      return;
    }
    if (is_sized_delimiter(name)) {
      if (next_.kind == TokenKind::OpenBrace) return skipped_group();
      if (next_.kind == TokenKind::Character || next_.kind == TokenKind::Command) take();
      return;
    }
    if (const Command* known = CommandTable::standard().find(name)) {
      if (known->symbol != nullptr) {
        const SymbolRole role = known->symbol->role;
        atom.stands_alone = role == SymbolRole::Letter || role == SymbolRole::Function;
        return;
      }
      if (!raw_arguments()) skipped_nucleus();
      return;
    }
    raw_arguments();
  }

  // All that could be an argument, not looked into. False when nothing could.
  bool raw_arguments() {
    if (next_.is_character("*")) take();
    bool any = false;
    if (next_.is_character("[")) brackets();
    while (goes_on() && next_.kind == TokenKind::OpenBrace) {
      skipped_group();
      any = true;
    }
    return any;
  }

  // An argument without braces, not looked into.
  void skipped_nucleus() {
    if (!goes_on() || is_at_end_of_contents() || next_.kind == TokenKind::Alignment ||
        is_at_script()) {
      return;
    }
    if (++depth_ > kDeepest) return give_up();
    Atom skipped;
    nucleus(skipped);
    --depth_;
  }

  // \begin was read.
  void environment(Atom& atom) {
    const std::string name = group_text();
    while (goes_on() && next_.is_character("[") && !next_.space_before) brackets();
    if (has_column_argument(name) && next_.kind == TokenKind::OpenBrace) skipped_group();
    Row inside = contents();
    if (!next_.is_command("end")) return give_up();
    take();
    if (group_text() != name) return give_up();
    if (has_cells(name)) add_rows(std::move(inside), atom);
  }

  // Of several cells each is a row.
  static void add_rows(Row inside, Atom& atom) {
    if (inside.atoms.size() == 1 && !inside.atoms[0].rows.empty() &&
        inside.atoms[0].span == inside.span) {
      for (Row& row : inside.atoms[0].rows) atom.rows.push_back(std::move(row));
    } else {
      atom.rows.push_back(std::move(inside));
    }
  }

  std::string group_text() {
    std::string text;
    if (next_.kind != TokenKind::OpenBrace) {
      give_up();
      return text;
    }
    take();
    while (goes_on() && next_.kind == TokenKind::Character) text += take().text;
    if (next_.kind == TokenKind::CloseBrace) {
      take();
    } else {
      give_up();
    }
    return text;
  }

  void delimiter() {
    if (next_.kind == TokenKind::Character || next_.kind == TokenKind::Command) {
      take();
    } else {
      give_up();
    }
  }

  // \left was read.
  void left(Atom& atom) {
    delimiter();
    while (goes_on()) {
      atom.rows.push_back(contents());
      if (next_.is_command("right")) {
        take();
        return delimiter();
      }
      if (!next_.is_command("middle")) break;
      take();
      delimiter();
    }
    give_up();
  }

  LatexLexer lexer_;
  Token next_;
  std::uint32_t last_end_ = 0;
  int depth_ = 0;
  bool understood_ = true;
};

SourceWholes::SourceWholes(std::string_view latex)
    : latex_(latex), all_{0, static_cast<std::uint32_t>(latex.size())} {
  is_understood_ = SourceWholesScanner(latex).scan(root_);
}

bool SourceWholes::cover(const Row& row, base::Span part, base::Span& found) {
  const auto first =
      std::ranges::find_if(row.atoms, [&](const Atom& atom) { return atom.span.end > part.begin; });
  auto end = std::ranges::find_if(first, row.atoms.end(),
                                  [&](const Atom& atom) { return atom.span.begin >= part.end; });
  if (first == end) return false;
  if (end - first == 1) {
    for (const Row& inner : first->rows) {
      if (is_within(part, inner.span) && cover(inner, part, found)) return true;
    }
    if (first->stands_alone && is_within(part, first->nucleus)) {
      found = first->nucleus;
      return true;
    }
  }
  const auto has = [&](Kind kind) {
    return std::any_of(first, end, [&](const Atom& atom) { return atom.kind == kind; });
  };
  if (has(Kind::Switch)) end = row.atoms.end();
  if (has(Kind::Barrier)) return false;
  found = {first->span.begin, std::prev(end)->span.end};
  return true;
}

base::Span SourceWholes::around(base::Span part) const {
  const auto is_blank = [&](std::uint32_t at) {
    return std::string_view(" \t\r\n").find(latex_[at]) != std::string_view::npos;
  };
  while (part.begin < part.end && is_blank(part.begin)) ++part.begin;
  while (part.begin < part.end && is_blank(part.end - 1)) --part.end;
  base::Span found;
  if (!is_understood_ || !cover(root_, part, found)) return all_;
  return found;
}

}  // namespace noether::formula
