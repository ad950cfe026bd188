// A term as the flat sequence of its tokens in prefix notation.
//
// One allocation per term and none per node: terms are made by the million. The arity stands in
// each token, so a term can be read back without knowing the language.
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
  // Exactly one whole term: every argument is there, and nothing after it.
  bool is_complete() const;

  friend bool operator==(const Term&, const Term&) = default;
  // Shorter terms first, then token by token.
  friend std::strong_ordering operator<=>(const Term& a, const Term& b);
};

// As an S-expression; `name` says how a symbol is written.
std::string to_string(const Term& term, const std::function<std::string(std::uint32_t)>& name);

}  // namespace noether::egraph
