// A term as the flat sequence of its tokens in prefix notation.
//
// A term needs one allocation, and a node none, because terms are made by the million. Each token
// includes its arity, so a term can be read without knowing the language.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace noether::egraph {

struct TermToken {
  std::uint32_t symbol = 0;
  std::uint32_t arity = 0;

  friend auto operator<=>(const TermToken&, const TermToken&) = default;
};

struct Term {
  std::vector<TermToken> tokens;

  std::size_t size() const { return tokens.size(); }
  // The position after the last token of the subterm that begins at `begin`.
  std::size_t subterm_end(std::size_t begin) const;
  // Returns whether this is exactly one term, with every argument and nothing after it.
  bool is_complete() const;

  friend bool operator==(const Term&, const Term&) = default;
  // Shorter terms first, then token by token.
  friend std::strong_ordering operator<=>(const Term& a, const Term& b);
};

// Writes an S-expression; `name` returns the text of a symbol.
std::string to_string(const Term& term, const std::function<std::string(std::uint32_t)>& name);

}  // namespace noether::egraph
