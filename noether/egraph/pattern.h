// Patterns: terms with variables, read from S-expressions such as `(+ ?a (* ?b ?c))`.
//
// A name is any run of characters other than blanks and parentheses; one that starts with ? is a
// variable. Variables are numbered in the order they are met; patterns of one rule share their
// numbering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/language.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

struct PatternNode {
  bool is_variable = false;
  std::uint32_t id = 0;  // of the variable, or the symbol
  std::uint32_t arity = 0;
  std::uint32_t size = 1;  // nodes of the subpattern that starts here

  friend bool operator==(const PatternNode&, const PatternNode&) = default;
};

using Pattern = std::vector<PatternNode>;  // in the order of reading, as a Term
using PatternSpan = std::span<const PatternNode>;
using VariableNames = std::vector<std::string>;  // with their ?

inline constexpr std::size_t kMaxPatternDepth = 1000;

using SymbolReader = std::function<base::Result<Symbol>(std::string_view name, std::size_t arity)>;

// New variables are appended to `variables`.
base::Result<Pattern> read_pattern(std::string_view text, const SymbolReader& symbols,
                                   VariableNames& variables);
base::Result<Term> read_term(std::string_view text, const SymbolReader& symbols);

template <Language L>
base::Result<Pattern> read_pattern(std::string_view text, L& language, VariableNames& variables) {
  return read_pattern(
      text, [&](std::string_view name, std::size_t arity) { return language.symbol(name, arity); },
      variables);
}
template <Language L>
base::Result<Term> read_term(std::string_view text, L& language) {
  return read_term(
      text, [&](std::string_view name, std::size_t arity) { return language.symbol(name, arity); });
}

bool is_ground(PatternSpan pattern);

// The start of each child of the pattern's root.
std::vector<std::size_t> child_begins(PatternSpan pattern);

std::string to_string(PatternSpan pattern, const std::function<std::string(Symbol)>& name,
                      const VariableNames& variables);

}  // namespace noether::egraph
