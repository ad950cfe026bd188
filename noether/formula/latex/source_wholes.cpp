#include "noether/formula/latex/source_wholes.h"

#include <algorithm>
#include <utility>

#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/source_commands.h"

namespace noether::formula {
namespace {

constexpr int kDeepest = 64;

bool is_within(base::Span inner, base::Span outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
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

  // Returns false if the source is not understood.
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

  // Reads up to the end of a group, which is not consumed: one row, or one atom of several rows
  // that & or \\ separate.
  Row contents(bool in_table = false) {
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
    // If the lines are not cells, a switch in one line also affects the next.
    const bool goes_on = std::ranges::any_of(cells, [](const Row& line) {
      return std::ranges::any_of(line.atoms,
                                 [](const Atom& one) { return one.kind != Kind::Plain; });
    });
    if (goes_on && !in_table) cells.clear();
    row.atoms.push_back(atom_of_rows(std::move(cells), row.span));
    return row;
  }

  static Atom atom_of_rows(std::vector<Row> rows, base::Span span) {
    Atom atom;
    atom.span = atom.nucleus = span;
    atom.rows = std::move(rows);
    return atom;
  }

  // Reads up to the end of a cell. \over splits it into two rows, which form one atom.
  Row cell() {
    std::vector<Row> halves;
    Row row = start_of_row();
    const base::Span begin = next_.source;
    while (goes_on() && !is_at_end_of_contents() && next_.kind != TokenKind::Alignment &&
           !ends_line(next_)) {
      if (is_infix_fraction(next_) && !next_.is_command("above")) {
        row.span.end = next_.source.begin;
        halves.push_back(std::move(row));
        if (halves.size() > 1) give_up();  // an error in TeX
        take();
        row = start_of_row();
        continue;
      }
      const bool is_dots = is_dots_command(next_);
      const bool looks_ahead = next_.is_command("dots");
      row.atoms.push_back(atom());
      join_signs(row.atoms);
      if (is_dots) after_dots(looks_ahead, row);
    }
    row.span.end = next_.source.begin;
    if (halves.empty()) return row;
    halves.push_back(std::move(row));
    for (Row& half : halves) {
      for (Atom& one : half.atoms) {
        if (one.kind == Kind::Switch) one.kind = Kind::Face;
      }
    }
    Row whole;
    whole.span = {begin.begin, next_.source.begin};
    whole.atoms.push_back(atom_of_rows(std::move(halves), {begin.begin, last_end_}));
    return whole;
  }

  static void join_signs(std::vector<Atom>& atoms) {
    if (atoms.size() < 2 || !atoms.back().is_sign) return;
    Atom& before = atoms[atoms.size() - 2];
    const bool has_scripts = atoms.back().span != atoms.back().nucleus;
    if (!before.is_sign || has_scripts) return;
    before.span.end = before.nucleus.end = atoms.back().span.end;
    atoms.pop_back();
  }

  // The token after dots affects them: TeX puts a space before a closing or separating token, and
  // \dots chooses its height by it. They stay together.
  void after_dots(bool looks_ahead, Row& row) {
    if (!understood_ || (!looks_ahead && !gets_space_after_dots(next_))) return;
    if (next_.is_command("right") || next_.is_command("middle")) {
      row.atoms.back().kind = Kind::Barrier;
      return;
    }
    if (next_.kind == TokenKind::End || is_at_end_of_contents() || is_infix_fraction(next_) ||
        next_.kind == TokenKind::Alignment || ends_line(next_)) {
      return;
    }
    const bool is_dots = is_dots_command(next_);
    const bool goes_on_looking = next_.is_command("dots");
    const Atom following = atom();
    Atom& dots = row.atoms.back();
    dots.span.end = dots.nucleus.end = following.span.end;
    dots.stands_alone = false;
    dots.rows.clear();
    if (following.kind != Kind::Plain) dots.kind = following.kind;
    if (is_dots) after_dots(goes_on_looking, row);
  }

  Row start_of_row() const {
    Row row;
    row.span = {next_.source.begin, next_.source.begin};
    return row;
  }

  bool is_at_script() const {
    return next_.kind == TokenKind::Superscript || next_.kind == TokenKind::Subscript ||
           prime_count(next_) > 0 || is_unicode_script(next_);
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
    if (is_at_script() || next_.is_command("limits") || next_.is_command("nolimits")) {
      atom.is_sign = false;
    }
    while (goes_on()) {
      if (prime_count(next_) > 0) {
        take();
      } else if (is_unicode_script(next_)) {
        take();
        is_simple = false;
      } else if (next_.is_command("limits") || next_.is_command("nolimits") ||
                 next_.is_command("displaylimits")) {
        take();
        atom.stands_alone = false;
      } else if (next_.kind == TokenKind::Superscript || next_.kind == TokenKind::Subscript) {
        take();
        is_simple = argument(atom.rows) && is_simple;
        // A limit of one letter is centred below its sign.
        const bool is_limit = atom.is_big && !atom.rows.empty() &&
                              atom.rows.back().atoms.size() == 1 &&
                              atom.rows.back().atoms[0].rows.empty();
        if (is_limit) atom.rows.pop_back();
      } else {
        break;
      }
      if (!is_scripted) before_scripts(atom);
      is_scripted = true;
    }
    if (is_scripted && !is_simple) atom.stands_alone = false;
  }

  // The base determines the places of scripts: a group of a single symbol counts as that symbol if
  // the group contains nothing else. An argument without braces would take the scripts that follow
  // it.
  static void before_scripts(Atom& atom) {
    std::erase_if(atom.rows, [&](const Row& row) {
      const auto drawn = std::ranges::count(row.atoms, Kind::Plain, &Atom::kind);
      if (row.span.end > atom.nucleus.end || drawn != 1) return false;
      const bool is_symbol = atom.is_group && row.atoms.back().rows.empty();
      return is_symbol || (!row.is_braced && row.span.end == atom.nucleus.end);
    });
  }

  // Reads one argument, and adds its row if the row can contain marks. Returns false if the
  // argument is neither in braces nor a single symbol.
  bool argument(std::vector<Row>& rows) {
    if (next_.kind == TokenKind::OpenBrace) {
      ++smaller_;
      rows.push_back(group());
      --smaller_;
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

  // Skips [...] without reading its contents.
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

  // Skips {...} without reading its contents.
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
        atom.is_sign = is_sign(symbol_by_glyph(token.text));
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
    if (takes_nothing(name)) return;
    if (const int rows = count_of_rows(name); rows > 0) {
      if (next_.is_character("[")) brackets();
      for (int i = 0; i < rows; ++i) argument(atom.rows);
      return;
    }
    if (is_face(name) || (name == "displaystyle" && smaller_ > 0)) {
      atom.kind = Kind::Face;
      return;
    }
    if (is_switch(name)) {
      atom.kind = Kind::Switch;
      if (name == "color") raw_arguments();
      return;
    }
    if (is_barrier(name)) {
      atom.kind = Kind::Barrier;
      if (!raw_arguments() && name == "tag") skipped_nucleus();
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
        atom.is_sign = is_sign(known->symbol);
        atom.is_big = role == SymbolRole::BigOperator || role == SymbolRole::Integral ||
                      role == SymbolRole::LimitFunction;
        return;
      }
      if (!raw_arguments()) skipped_nucleus();
      return;
    }
    raw_arguments();
  }

  // Skips everything that could be an argument. Returns false if nothing could.
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

  // Skips an argument without braces.
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

  // Reads the rest of an environment after \begin.
  void environment(Atom& atom) {
    const std::string name = group_text();
    while (goes_on() && next_.is_character("[") && !next_.space_before) brackets();
    if (has_column_argument(name) && next_.kind == TokenKind::OpenBrace) skipped_group();
    Row inside = contents(true);
    if (!next_.is_command("end")) return give_up();
    take();
    if (group_text() != name) return give_up();
    if (has_cells(name)) add_rows(std::move(inside), atom);
  }

  // If there are several cells, each is a row.
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

  // Reads the rest of a pair of fences after \left.
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
  int smaller_ = 0;  // enclosing scripts and arguments, which may be drawn smaller
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
  const bool has_face =
      std::any_of(row.atoms.begin(), end, [](const Atom& atom) { return atom.kind == Kind::Face; });
  if (end - first == 1) {
    for (const Row& inner : first->rows) {
      if (is_within(part, inner.span) && cover(inner, part, found)) return true;
    }
    if (!has_face && first->stands_alone && is_within(part, first->nucleus)) {
      found = first->nucleus;
      return true;
    }
  }
  const auto has = [&](Kind kind) {
    return std::any_of(first, end, [&](const Atom& atom) { return atom.kind == kind; });
  };
  if (has(Kind::Switch)) end = row.atoms.end();
  if (has(Kind::Barrier) || has_face || has(Kind::Face)) return false;
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
