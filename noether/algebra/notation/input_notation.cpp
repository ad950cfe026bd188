#include "noether/algebra/notation/input_notation.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "noether/algebra/expression/operators.h"
#include "noether/base/ascii.h"
#include "noether/formula/bare_names.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/plain/plain_vocabulary.h"

namespace noether::algebra {
namespace {

// Other names of operators.
struct OtherWord {
  std::string_view word;
  std::string_view name;
};
constexpr auto kOtherWords = std::to_array<OtherWord>({
    {"plus", "+"},
    {"add", "+"},
    {"minus", "-"},
    {"subtract", "-"},
    {"times", "*"},
    {"mul", "*"},
    {"multiply", "*"},
    {"div", "/"},
    {"divide", "/"},
    {"power", "pow"},
    {"expt", "pow"},
    {"negate", "neg"},
    {"equals", "="},
    {"derivative", "d"},
    {"square", "pow"},
});

// Returns whether one letter is wrong, missing or superfluous, or two are exchanged.
bool is_near(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  std::size_t at = 0;
  while (at < a.size() && a[at] == b[at]) ++at;
  if (a.size() < b.size()) return a.substr(at) == b.substr(at + 1);
  if (at == a.size()) return true;
  if (a.substr(at + 1) == b.substr(at + 1)) return true;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.substr(at + 2) == b.substr(at + 2);
}

constexpr auto kOperatorNames = std::to_array<std::string_view>({
#define NOETHER_ALGEBRA_OP(id, name, arity) name,
#include "noether/algebra/expression/operators.def"
});

// The operator that a word probably means; empty if there is none.
std::string_view meant_operator(std::string_view written) {
  std::string word(written);
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  for (const OtherWord& other : kOtherWords) {
    if (other.word == word) return other.name;
  }
  if (word.size() < 3) return {};
  for (const std::string_view name : kOperatorNames) {
    if (name.size() > 2 && is_near(word, name)) return name;
  }
  return {};
}

// f, f_1, ζ and the names of functions in mathematics: gcd, zeta.
bool is_own_name(std::string_view word) {
  const bool is_word = word.size() > 1 && std::ranges::all_of(word, base::is_letter);
  return !is_word || formula::plain_name(word);
}

// All supported operators that can come first in an S-expression.
std::string operator_list() {
  std::string names;
  for (const std::string_view name : kOperatorNames) {
    const bool can_be_head = formula::op_by_name(name) || function_by_name(name);
    const bool is_leaf = name == "variable" || name == "number" || name == "call";
    if (!can_be_head || is_leaf) continue;
    if (!names.empty()) names += ' ';
    names += name;
  }
  return names;
}

}  // namespace

bool names_operator(std::string_view word) {
  return formula::op_by_name(word) || formula::op_by_sign(word) ||
         formula::egen_name(word) != nullptr || function_by_name(word) || op_by_name(word);
}

bool is_other_word(std::string_view word) {
  return std::ranges::find(kOtherWords, word, &OtherWord::word) != kOtherWords.end();
}

std::optional<base::Error> find_mistaken_operator(std::string_view sexpr) {
  bool in_string = false;
  for (std::size_t at = 0; at < sexpr.size(); ++at) {
    if (sexpr[at] == '"') in_string = !in_string;
    if (in_string && sexpr[at] == '\\') ++at;
    if (in_string || sexpr[at] != '(') continue;
    const std::size_t begin = sexpr.find_first_not_of(base::kBlanks, at + 1);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(sexpr.find_first_of(" \t\r\n()\"", begin), sexpr.size());
    const std::string_view word = sexpr.substr(begin, end - begin);
    if (word.find(':') != std::string_view::npos || names_operator(word)) continue;
    const std::string_view meant = meant_operator(word);
    if (meant.empty() && is_own_name(word)) continue;
    return base::Error{"'" + std::string(word) + "' is not an operator" +
                           (meant.empty() ? "" : "; did you mean " + std::string(meant) + "?"),
                       {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                       "operators are " + operator_list() + "; (call:" + std::string(word) +
                           " x) is a function of this name"};
  }
  return std::nullopt;
}

namespace {

using formula::Notation;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(base::kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(base::kBlanks) - begin + 1);
}

// Returns whether a word is followed by operands that are only words, numbers and such lists: (foo
// x 2). The factors of a product are not written in this way.
bool is_list_of_words(std::string_view text, std::string_view word) {
  if (word.size() < 3 || !std::ranges::all_of(word, base::is_letter)) return false;
  if (formula::plain_name(word) && !is_other_word(word)) return false;
  return text.find_first_of("+-*/=<>|,;!'[]") == std::string_view::npos &&
         text.find_first_of(base::kBlanks) != std::string_view::npos;
}

bool is_sexpr(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(base::kBlanks, 1);
  if (begin == std::string_view::npos) return false;
  const std::size_t end = std::min(text.find_first_of(" \t\r\n()", begin), text.size());
  if (end < text.size() && text[end] == '(') return false;
  const std::string_view word = text.substr(begin, end - begin);
  formula::OperatorTree tree;
  return (names_operator(word) || is_list_of_words(text, word)) &&
         formula::read_sexpr(text, tree).has_value();
}

bool is_prefix(std::string_view text) {
  if (text.find_first_of("()[]|,;=<>!") != std::string_view::npos) return false;
  formula::OperatorTree tree;
  if (!formula::read_prefix(text, tree)) return false;
  return text.find_first_of(base::kBlanks) != std::string_view::npos || names_operator(text);
}

// Whether the letters at `begin` are the argument of a command that sets them as one name.
bool is_set_as_name(std::string_view text, std::size_t begin) {
  if (begin == 0 || text[begin - 1] != '{') return false;
  std::size_t end = begin - 1;
  if (end > 0 && text[end - 1] == '*') --end;
  std::size_t start = end;
  while (start > 0 && base::is_letter(text[start - 1])) --start;
  return start < end && start > 0 && text[start - 1] == '\\';
}

// Returns whether the operator grammar reads letters before such a rest as the name of a function.
bool is_read_as_function(std::string_view word, std::string_view rest) {
  const formula::BareName* name = formula::bare_name(word);
  if (name == nullptr) return false;
  const std::size_t next = rest.find_first_not_of(' ');
  if (next == std::string_view::npos) return false;
  const char c = rest[next];
  if (name->needs == formula::BareNeeds::Fence) return c == '(' || c == '[';
  return base::is_letter(c) || base::is_digit(c) || std::string_view("\\({[^_|").contains(c);
}

}  // namespace

Notation guess_notation(std::string_view text) {
  text = trimmed(text);
  const bool begins_with_power = text.starts_with("(^ ") || text.starts_with("(** ");
  if (begins_with_power && is_sexpr(text)) return Notation::SExpression;
  if (text.empty()) return Notation::Latex;
  if (text.find_first_of("\\^_{") == std::string_view::npos) {
    if (text.front() == '(' && is_sexpr(text)) return Notation::SExpression;
    if (is_prefix(text)) return Notation::Prefix;
  }
  return guess_drawn_notation(text);
}

Notation guess_drawn_notation(std::string_view text) {
  return formula::looks_plain(text) ? Notation::Plain : Notation::Latex;
}

Notation written_notation(Notation read) {
  return read == Notation::Plain ? Notation::Latex : read;
}

std::optional<base::Error> find_bare_function(std::string_view latex, Notation notation) {
  constexpr std::array more_names = std::to_array<std::string_view>(
      {"log", "max", "min", "pow", "nan", "NaN", "inf", "Infinity"});
  for (std::size_t at = 0; at < latex.size();) {
    if (latex[at] == '\\') {
      do ++at;
      while (at < latex.size() && base::is_letter(latex[at]));
      continue;
    }
    if (!base::is_letter(latex[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < latex.size() && base::is_letter(latex[at])) ++at;
    const std::string_view word = latex.substr(begin, at - begin);
    if ((word == "e" || word == "E") && begin > 0 && base::is_digit(latex[begin - 1]) &&
        at < latex.size() && base::is_digit(latex[at])) {
      return base::Error{
          "a number followed by e is a product with Euler's number",
          {static_cast<std::uint32_t>(begin - 1), static_cast<std::uint32_t>(at + 1)},
          "write 10^{5}; --from latex takes the product"};
    }
    const bool long_enough = word.size() > 2 || word == "ln";
    const bool known = function_by_name(word).has_value() ||
                       std::ranges::find(more_names, word) != more_names.end();
    if (!long_enough || !known || is_set_as_name(latex, begin)) continue;
    if (notation == Notation::Plain && formula::plain_name(word)) continue;
    if (is_read_as_function(word, latex.substr(at))) continue;
    return base::Error{"'" + std::string(word) + "' without a backslash is a product of letters",
                       {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)},
                       "write \\" + std::string(word) + "; --from latex takes the letters"};
  }
  return std::nullopt;
}

namespace {

// The given notation, or else the guessed one.
base::Result<Notation> notation_of(std::optional<Notation> named, std::string_view text) {
  const Notation guessed = named ? *named : guess_notation(text);
  if (guessed == Notation::SExpression) {
    if (auto mistaken = find_mistaken_operator(text)) return std::unexpected(*std::move(mistaken));
  }
  if (named || style_of(guessed) == TreeStyle::Tokens) return guessed;
  if (auto bare = find_bare_function(text, guessed)) return std::unexpected(*std::move(bare));
  return guessed;
}

}  // namespace

void declare_shown_matrices(ExpressionReader& reader, std::optional<formula::Notation> notation,
                            std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    const Notation used = notation.value_or(guess_notation(text));
    if (style_of(used) == TreeStyle::Tokens) continue;
    const auto tree = reader.read_tree(used, text);
    if (!tree) continue;
    MatrixNames names;
    add_matrix_names(**tree, names);
    reader.declare_matrices(names);
  }
}

base::Result<InputExpression> read_input(ExpressionReader& reader, std::optional<Notation> notation,
                                         std::string_view text, Expressions& pool) {
  const auto used = notation_of(notation, text);
  if (!used) return std::unexpected(used.error());
  const auto id = reader.read(*used, text, pool);
  if (!id) return std::unexpected(id.error());
  return InputExpression{*id, written_notation(*used)};
}

base::Result<InputSides> read_input_sides(ExpressionReader& reader,
                                          std::optional<Notation> notation, std::string_view text,
                                          Expressions& pool) {
  const auto used = notation_of(notation, text);
  if (!used) return std::unexpected(used.error());
  auto sides = reader.read_sides(*used, text, pool);
  if (!sides) return std::unexpected(std::move(sides.error()));
  return InputSides{*std::move(sides), written_notation(*used)};
}

}  // namespace noether::algebra
