#include "noether/algebra/notation/mistaken_operator.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "noether/algebra/expression/function_names.h"
#include "noether/algebra/expression/operators.h"
#include "noether/base/ascii.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/plain/plain_vocabulary.h"

namespace noether::algebra {
namespace {

// What else operators are called.
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

// One letter wrong, missing, too many, or two exchanged.
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

// The operator that a word is meant to be; empty when there is none.
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

// f, f_1, ζ and the names that mathematics has for functions: gcd, zeta.
bool is_own_name(std::string_view word) {
  const bool is_word = word.size() > 1 && std::ranges::all_of(word, base::is_letter);
  return !is_word || formula::plain_name(word);
}

// All that algebra knows and that can stand first in an S-expression.
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

}  // namespace noether::algebra
