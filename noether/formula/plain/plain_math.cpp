#include "noether/formula/plain/plain_math.h"

#include <algorithm>
#include <optional>

#include "noether/base/utf8.h"
#include "noether/formula/plain/plain_piece.h"
#include "noether/formula/plain/plain_vocabulary.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

// Deeper brackets are ordinary characters: the LaTeX reader bounds depth in the same way.
constexpr int kMaxDepth = 100;
// Fractions nest up to this depth; longer chains of slashes are written as slashes.
constexpr int kMaxFractions = 16;

using Kind = PlainKind;
using Piece = PlainPiece;
using Item = PlainItem;

class PlainParser {
 public:
  explicit PlainParser(std::string_view text) : text_(text) {}

  Piece parse() { return row(""); }

 private:
  using Items = std::vector<Item>;

  bool at_end() const { return at_ >= text_.size(); }
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks() {
    while (!at_end() && is_plain_blank(text_[at_])) ++at_;
  }

  // Reads up to one of the closing characters, which is not consumed, or to the end.
  Piece row(std::string_view closing) {
    Items items;
    while (!at_end() && closing.find(text_[at_]) == std::string_view::npos) read_item(items);
    return joined(items, 0);
  }

  static Piece joined(const Items& items, std::size_t first) {
    Piece piece;
    for (std::size_t i = first; i < items.size(); ++i) piece.add(items[i].piece);
    return piece;
  }

  void read_item(Items& items) {
    const char c = text_[at_];
    if (is_plain_blank(c)) {
      Item blank{.kind = Kind::Blank, .piece = {}};
      blank.piece.copy(" ", at_);
      skip_blanks();
      items.push_back(std::move(blank));
    } else if (c == '^' || c == '_' || rest().starts_with("**")) {
      add_script(items);
    } else if (c == '/' && byte(at_ + 1) != '=') {
      add_fraction(items);
    } else if (is_postfix()) {
      add_postfix(items);
    } else if (auto sign = read_sign(items)) {
      items.push_back(*std::move(sign));
    } else {
      read_operand(items);
    }
  }

  bool is_script_sign() const {
    if (at_end()) return false;
    const auto first = static_cast<unsigned char>(text_[at_]);
    return first >= 0x80 && is_script_character(base::decode_code_point(rest()).value);
  }
  bool is_postfix() const {
    if (at_end()) return false;
    if (text_[at_] == '!') return byte(at_ + 1) != '=';
    return is_script_sign() || is_prime(base::decode_code_point(rest()).value);
  }

  void add_postfix(Items& items) {
    const std::size_t bytes = base::decode_code_point(rest()).bytes.size();
    if (items.empty() || !(items.back().is_factor() || items.back().kind == Kind::Function)) {
      items.push_back({.kind = Kind::Operand, .piece = {}});
    }
    if (items.back().kind == Kind::Group) items.back().kind = Kind::Operand;
    items.back().is_round = false;
    items.back().piece.copy(rest().substr(0, bytes), at_);
    at_ += bytes;
  }

  static bool stands_for_operand(const Items& items) {
    for (std::size_t i = items.size(); i-- > 0;) {
      if (items[i].kind != Kind::Blank) return items[i].is_factor();
    }
    return false;
  }

  // The separator between operands, or nothing.
  std::optional<Item> read_sign(const Items& items) {
    Item item{.kind = Kind::Operator, .piece = {}};
    // Bars around a part of the formula are brackets.
    if (text_[at_] == '|' && !rest().starts_with("|->")) {
      const std::size_t bars = byte(at_ + 1) == '|' ? 2 : 1;
      if (bars == 1 && !stands_for_operand(items)) return std::nullopt;
      item.piece.copy(rest().substr(0, bars), at_);
      at_ += bars;
      return item;
    }
    if (const PlainSign* sign = plain_sign(rest())) {
      item.piece.add(sign->latex, at_);
      at_ += sign->plain.size();
      return item;
    }
    const char c = text_[at_];
    if (c == '*') {
      const bool is_product = stands_for_operand(items) && operand_follows(at_ + 1);
      if (is_product) {
        item.piece.add("\\cdot", at_);
      } else {
        item.piece.copy("*", at_);
      }
      ++at_;
      return item;
    }
    if (std::string_view("+-=<>,;:.@\"`)]}?").find(c) != std::string_view::npos) {
      // A wildcard of the query language: ?a and ?? represent operands.
      if (c == '?') return std::nullopt;
      item.piece.copy(c == '}' ? "\\}" : rest().substr(0, 1), at_);
      if (c == '}') item.piece.from.back() = item.piece.from.front();
      ++at_;
      return item;
    }
    if (static_cast<unsigned char>(c) < 0x80) return std::nullopt;
    const base::CodePoint point = base::decode_code_point(rest());
    const Symbol* symbol = symbol_by_glyph(point.bytes);
    const bool is_operand =
        symbol == nullptr ? !is_operator_character(point.value)
                          : symbol->role == SymbolRole::Letter || symbol->role == SymbolRole::Dots;
    if (is_operand || is_prefix(symbol) || !root_sign().empty()) return std::nullopt;
    item.piece.copy(point.bytes, at_);
    at_ += point.bytes.size();
    return item;
  }

  static bool is_prefix(const Symbol* symbol) {
    return symbol != nullptr &&
           (symbol->role == SymbolRole::Prefix || symbol->role == SymbolRole::BigOperator ||
            symbol->role == SymbolRole::Integral);
  }

  std::string_view root_sign() const {
    return root_sign_latex(base::decode_code_point(rest()).bytes);
  }

  bool operand_follows(std::size_t at) const {
    while (is_plain_blank(byte(at)) && at < text_.size()) ++at;
    const char c = byte(at);
    return is_plain_letter(c) || is_plain_digit(c) || c == '(' || c == '[' || c == '{' ||
           c == '|' || c == '-' || c == '?' || static_cast<unsigned char>(c) >= 0x80;
  }

  std::size_t letters_at(std::size_t at) const {
    std::size_t end = at;
    while (is_plain_letter(byte(end))) ++end;
    return end - at;
  }

  // One factor, or a name with its arguments, without scripts.
  void read_operand(Items& items) {
    const char c = text_[at_];
    if (is_plain_digit(c)) {
      items.push_back(number());
    } else if (is_plain_letter(c)) {
      read_letters(items);
    } else if (c == '(' || c == '[' || c == '{' || c == '|') {
      items.push_back(bracketed());
    } else if (c == '?') {
      const std::size_t bytes =
          byte(at_ + 1) == '?' ? 2 : 1 + (is_plain_letter(byte(at_ + 1)) ? letters_at(at_ + 1) : 0);
      items.push_back(copied(bytes));
    } else if (const std::string_view root = root_sign(); !root.empty()) {
      const std::size_t place = at_;
      at_ += base::decode_code_point(rest()).bytes.size();
      items.push_back(with_argument(root, place));
    } else {
      items.push_back(other_character());
    }
  }

  Item copied(std::size_t bytes) {
    Item item;
    item.piece.copy(rest().substr(0, bytes), at_);
    at_ = std::min(at_ + bytes, text_.size());
    return item;
  }

  Item other_character() {
    const base::CodePoint point = base::decode_code_point(rest());
    if (const std::string_view latex = vulgar_fraction_latex(point.bytes); !latex.empty()) {
      Item item{.piece = {}, .fractions = 1};
      item.piece.add(latex, at_);
      at_ += point.bytes.size();
      return item;
    }
    const Symbol* symbol = symbol_by_glyph(point.bytes);
    Item item = copied(point.bytes.size());
    if (symbol != nullptr && is_prefix(symbol) && symbol->role != SymbolRole::Prefix) {
      item.kind = Kind::Function;
    }
    return item;
  }

  Item number() {
    std::size_t end = at_;
    while (is_plain_digit(byte(end))) ++end;
    if (byte(end) == '.' && is_plain_digit(byte(end + 1))) {
      ++end;
      while (is_plain_digit(byte(end))) ++end;
    }
    return copied(end - at_);
  }

  // A run of letters is one name, or a function before a variable, or single letters.
  void read_letters(Items& items) {
    if (at_ >= letters_end_) {
      const std::string_view run = text_.substr(at_, letters_at(at_));
      if (const auto name = plain_name(run)) {
        read_name(items, *name, run.size());
        return;
      }
      letters_end_ = at_ + run.size();
      if (const std::size_t bytes = function_before_variable(run); bytes > 0) {
        read_name(items, *plain_name(run.substr(0, bytes)), bytes);
        return;
      }
    }
    items.push_back(copied(1));
  }

  void read_name(Items& items, const PlainName& name, std::size_t bytes) {
    const std::size_t place = at_;
    at_ += bytes;
    switch (name.role) {
      case PlainRole::Root:
      case PlainRole::Accent:
        if (name.role == PlainRole::Accent && byte(at_) != '(') break;
        items.push_back(with_argument(name.latex, place));
        return;
      case PlainRole::Fences:
        if (byte(at_) != '(') break;
        items.push_back(fenced(name, place));
        return;
      case PlainRole::RootOfIndex:
      case PlainRole::TwoArguments:
        if (byte(at_) != '(' || depth_ >= kMaxDepth) break;
        items.push_back(name.role == PlainRole::RootOfIndex ? root_of_index(place)
                                                            : two_arguments(name, place));
        return;
      case PlainRole::Choose:
        add_over(items, name.latex, place);
        return;
      case PlainRole::Operand:
      case PlainRole::Prefix:
      case PlainRole::Operator:
      case PlainRole::Function:
      case PlainRole::LimitFunction:
      case PlainRole::BigOperator: {
        Item item{.kind = kind_of(name.role),
                  .piece = {},
                  .ends_at_slash = name.role == PlainRole::Function};
        item.piece.add(name.latex, place);
        if (text_.substr(place, bytes) == "log") add_base(item);
        if (text_.substr(place, bytes) == "lim") add_approach(item);
        items.push_back(std::move(item));
        return;
      }
    }
    // A name whose arguments are missing is read as letters.
    at_ = place;
    letters_end_ = place + bytes;
    items.push_back(copied(1));
  }

  static Kind kind_of(PlainRole role) {
    switch (role) {
      case PlainRole::Operator:
        return Kind::Operator;
      case PlainRole::Function:
      case PlainRole::LimitFunction:
      case PlainRole::BigOperator:
        return Kind::Function;
      default:
        return Kind::Operand;
    }
  }

  // log2(x), log10(x)
  void add_base(Item& item) {
    std::size_t end = at_;
    while (is_plain_digit(byte(end))) ++end;
    if (end == at_ || byte(end) != '(') return;
    item.piece.add("_{", at_);
    item.piece.copy(text_.substr(at_, end - at_), at_);
    item.piece.add("}", end - 1);
    at_ = end;
  }

  // lim x->0 and lim(x->0) are lim_{x->0}.
  void add_approach(Item& item) {
    std::size_t at = at_;
    while (is_plain_blank(byte(at)) && at < text_.size()) ++at;
    const bool in_brackets = byte(at) == '(';
    if (in_brackets) ++at;
    std::size_t arrow = at + 1;
    while (is_plain_blank(byte(arrow)) && arrow < text_.size()) ++arrow;
    const bool has_arrow = text_.substr(std::min(arrow, text_.size())).starts_with("->") ||
                           text_.substr(std::min(arrow, text_.size())).starts_with("→");
    if (!is_plain_letter(byte(at)) || !has_arrow || depth_ >= kMaxDepth) return;
    const std::size_t place = at;
    at_ = at;
    Piece below;
    if (in_brackets) {
      ++depth_;
      below = row(")");
      --depth_;
      if (!at_end()) ++at_;
    } else {
      Items items;
      read_item(items);  // the variable
      while (at_ < arrow) read_item(items);
      read_item(items);  // the arrow
      skip_blanks();
      const char sign = byte(at_);
      if (sign == '-' || sign == '+') read_item(items);
      if (!at_end()) items.push_back(factor());
      below = joined(items, 0);
    }
    item.piece.add("_{", place);
    item.piece.add(below);
    item.piece.add("}", place);
  }

  // Contents in brackets of any kind. Brackets that are nested too deep or not closed are
  // characters.
  Item bracketed() {
    const char open = text_[at_];
    if (depth_ >= kMaxDepth) return opened(open);
    const std::size_t place = at_;
    ++at_;
    ++depth_;
    skip_blanks();
    const bool is_congruence = open == '(' && rest().starts_with("mod") && at_ + 3 < text_.size() &&
                               is_plain_blank(byte(at_ + 3));
    if (is_congruence) at_ += 4;
    // The other bracket of a half-open interval also closes it.
    Piece inner = row(open == '{' ? "}" : open == '|' ? "|" : ")]");
    --depth_;
    Item item{.kind = Kind::Group, .piece = {}};
    if (is_congruence && byte(at_) == ')') {
      item.piece.add("\\pmod{", place);
      item.piece.add(inner);
      item.piece.add("}", at_++);
      return item;
    }
    if (is_congruence) {
      Piece with_mod;
      with_mod.add("\\bmod", place);
      with_mod.add(inner);
      inner = std::move(with_mod);
    }
    item.piece.add(open == '{' ? "\\{" : text_.substr(place, 1), place);
    item.piece.add(inner);
    if (at_end()) return item;
    const char close = text_[at_];
    item.piece.add(close == '}' ? "\\}" : text_.substr(at_, 1), at_);
    ++at_;
    item.is_round = open == '(' && close == ')';
    if (item.is_round) item.inner = std::move(inner);
    return item;
  }

  Item opened(char open) {
    Item item{.kind = Kind::Operator, .piece = {}};
    item.piece.add(open == '{' ? "\\{" : text_.substr(at_, 1), at_);
    ++at_;
    return item;
  }

  // One factor with its scripts, for the places that take a single one: below a slash, below √.
  Item factor() {
    Items items;
    read_item(items);
    while (byte(at_) == '^' || byte(at_) == '_' || is_postfix()) read_item(items);
    Item all = std::move(items.back());
    if (items.size() > 1) all = {.kind = Kind::Operand, .piece = joined(items, 0)};
    return all;
  }

  // The operand of a root, an accent or a script, without brackets that only group.
  static const Piece& unwrapped(const Item& item) {
    return item.is_round ? item.inner : item.piece;
  }

  Item with_argument(std::string_view command, std::size_t place) {
    Item item;
    item.piece.add(command, place);
    item.piece.add("{", place);
    skip_blanks();
    if (!at_end() && depth_ < kMaxDepth) {
      ++depth_;
      if (text_[at_] == '(' || text_[at_] == '{') {
        Items items;
        const bool is_braced = text_[at_] == '{';
        if (is_braced) {
          item.piece.add(braced());
        } else {
          read_operand(items);
          item.piece.add(unwrapped(items.back()));
        }
      } else if (operand_follows(at_) && text_[at_] != '-') {
        item.piece.add(factor().piece);
      }
      --depth_;
    }
    item.piece.add("}", place);
    return item;
  }

  // The contents of braces that only group.
  Piece braced() {
    ++at_;
    Piece inner = row("}");
    if (!at_end()) ++at_;
    return inner;
  }

  Item fenced(const PlainName& name, std::size_t place) {
    const Item argument = bracketed();
    Item item;
    item.piece.add(name.latex, place);
    item.piece.add(unwrapped(argument));
    item.piece.add(name.close, place);
    return item;
  }

  Item root_of_index(std::size_t place) {
    const Item index = bracketed();
    Item item;
    item.piece.add("\\sqrt[", place);
    item.piece.add("{", place);
    item.piece.add(unwrapped(index));
    item.piece.add("}]", place);
    const Item radicand = with_argument("", place);
    item.piece.add(radicand.piece);
    return item;
  }

  Item two_arguments(const PlainName& name, std::size_t place) {
    Item item{.piece = {}, .fractions = 1};
    ++depth_;
    ++at_;
    const Piece first = row(",)");
    Piece second;
    if (byte(at_) == ',') {
      ++at_;
      skip_blanks();
      second = row(")");
    }
    if (!at_end()) ++at_;
    --depth_;
    add_two(item.piece, name.latex, first, second, place);
    return item;
  }

  static void add_two(Piece& out, std::string_view command, const Piece& first, const Piece& second,
                      std::size_t place) {
    out.add(command, place);
    out.add("{", place);
    out.add(first);
    out.add("}{", place);
    out.add(second);
    out.add("}", place);
  }

  // x^(n+1), x^10, x^-1, x_{ij}, 2^2^n; without a base, the script attaches to nothing.
  void add_script(Items& items) {
    const bool is_raised = text_[at_] != '_';
    const std::size_t place = at_;
    at_ += text_[at_] == '*' ? std::size_t{2} : std::size_t{1};
    const bool hangs =
        !items.empty() && (items.back().is_factor() || items.back().kind == Kind::Function);
    if (!hangs) {
      items.push_back({.kind = Kind::Operand, .piece = {}});
      items.back().piece.add("{}", place);
    }
    Item& base = items.back();
    if (base.kind == Kind::Group) base.kind = Kind::Operand;
    base.is_round = false;
    base.piece.add(is_raised ? "^" : "_", place);
    const Piece script = script_text(is_raised);
    if (script.latex.size() == 1 && script.latex != " ") {
      base.piece.add(script);
      return;
    }
    base.piece.add("{", place);
    base.piece.add(script);
    base.piece.add("}", place);
  }

  Piece script_text(bool is_raised) {
    Piece script;
    skip_blanks();
    if (at_end() || depth_ >= kMaxDepth) return script;
    ++depth_;
    const char c = text_[at_];
    if (c == '{') {
      script = braced();
    } else {
      if (c == '-' || c == '+' || c == '*' || c == '\'') {
        script.copy(text_.substr(at_, 1), at_);
        ++at_;
      }
      const bool takes_operand =
          script.empty() || (c != '*' && c != '\'' && !is_plain_blank(byte(at_)));
      if (takes_operand && !at_end() && operand_follows(at_) && byte(at_) != '-' &&
          !is_script_sign()) {
        Items items;
        read_operand(items);
        script.add(script.empty() ? unwrapped(items.back()) : items.back().piece);
        if (items.back().kind == Kind::Function && byte(at_) == '(') {
          script.add(bracketed().piece);
        }
        while (is_script_sign()) {
          Items more;
          more.push_back({.kind = Kind::Operand, .piece = {}});
          add_postfix(more);
          script.add(more.back().piece);
        }
      }
    }
    if (is_raised && byte(at_) == '^' && !script.empty()) {
      const std::size_t place = at_++;
      const Piece above = script_text(true);
      script.add("^{", place);
      script.add(above);
      script.add("}", place);
    }
    --depth_;
    return script;
  }

  // The adjacent factors before a slash are the numerator; the denominator is one factor.
  void add_fraction(Items& items) {
    const std::size_t place = at_++;
    add_over(items, "\\frac", place);
  }

  // The first of the adjacent factors at the end: f(x), 2x and, as LaTeX reads it, all of sin x;
  // but only x of sum x.
  static std::size_t product_begin(const Items& items) {
    std::size_t first = items.size() - 1;
    for (;;) {
      while (first > 0 && items[first - 1].is_factor()) --first;
      std::size_t name = first;
      while (name > 0 && items[name - 1].kind == Kind::Blank) --name;
      if (name == 0 || items[name - 1].kind != Kind::Function) return first;
      const bool is_called = name == first && items[first].kind == Kind::Group;
      if (!is_called && !items[name - 1].ends_at_slash) return first;
      first = name - 1;
    }
  }

  // Joins the operands before and after a sign, whose text begins at `place`, by a command such as
  // \frac.
  void add_over(Items& items, std::string_view command, std::size_t place) {
    std::size_t last = items.size();
    while (last > 0 && items[last - 1].kind == Kind::Blank) --last;
    const bool has_both = stands_for_operand(items) && operand_follows(at_);
    int fractions = kMaxFractions;
    std::size_t first = last;
    if (has_both) {
      Items& factors = items;
      const std::size_t blanks = items.size() - last;
      factors.resize(last);
      first = product_begin(factors);
      fractions = 0;
      for (std::size_t i = first; i < last; ++i) {
        fractions = std::max(fractions, items[i].fractions);
      }
      if (fractions >= kMaxFractions && blanks > 0) {
        items.push_back({.kind = Kind::Blank, .piece = {}});
        items.back().piece.copy(" ", place);
      }
    }
    if (fractions >= kMaxFractions || depth_ >= kMaxDepth) {
      Item sign{.kind = Kind::Operator, .piece = {}};
      sign.piece.copy(text_.substr(place, at_ - place), place);
      items.push_back(std::move(sign));
      return;
    }
    const bool is_alone = first + 1 == items.size();
    const Piece above = is_alone ? unwrapped(items[first]) : joined(items, first);
    skip_blanks();
    ++depth_;
    const Item below = denominator();
    --depth_;
    items.resize(first);
    Item item{
        .kind = Kind::Operand, .piece = {}, .fractions = std::max(fractions, below.fractions) + 1};
    add_two(item.piece, command, above, unwrapped(below), place);
    items.push_back(std::move(item));
  }

  // One factor; a function with its argument; dx and ∂x, which are units.
  Item denominator() {
    Piece sign;
    while (byte(at_) == '-') sign.copy("-", at_++);
    if (at_end()) return {.piece = std::move(sign)};
    const bool is_differential =
        byte(at_) == 'd' && is_plain_letter(byte(at_ + 1)) && !is_plain_letter(byte(at_ + 2));
    Items items;
    items.push_back(factor());
    const bool takes_more = items.back().kind == Kind::Function || is_differential ||
                            items.back().piece.latex == "∂" ||
                            items.back().piece.latex == "\\partial";
    if (takes_more) {
      if (items.back().kind == Kind::Function && !at_end() && is_plain_blank(text_[at_])) {
        read_item(items);
      }
      if (!at_end() && operand_follows(at_)) items.push_back(factor());
    } else if (byte(at_) == '(' && is_plain_letter(items.back().piece.latex.front())) {
      items.push_back(factor());
    }
    if (items.size() == 1 && sign.empty()) return std::move(items.front());
    sign.add(joined(items, 0));
    return {.kind = Kind::Operand, .piece = std::move(sign)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t letters_end_ = 0;  // up to here letters are read one by one
  int depth_ = 0;
};

}  // namespace

base::Span PlainMath::source(base::Span span) const {
  if (from.empty()) return {};
  const auto end = std::min<std::size_t>(span.end, from.size());
  if (span.begin >= end) {
    const std::uint32_t at = from[std::min<std::size_t>(span.begin, from.size() - 1)];
    return {at, at};
  }
  std::uint32_t least = UINT32_MAX;
  std::uint32_t most = 0;
  for (std::size_t i = span.begin; i < end; ++i) {
    least = std::min(least, from[i]);
    most = std::max(most, from[i]);
  }
  return {least, most + 1};
}

PlainMath latex_from_plain(std::string_view plain) {
  Piece piece;
  if (plain.find('\\') != std::string_view::npos) {
    piece.copy(plain, 0);
  } else {
    piece = PlainParser(plain).parse();
  }
  return {std::move(piece.latex), std::move(piece.from)};
}

}  // namespace noether::formula
