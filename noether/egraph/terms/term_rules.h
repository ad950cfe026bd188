// Which terms of a class are wanted: the rules that count, enumerate and sample obey.
//
// Twins are terms that differ only in the order of the arguments of commutative symbols, at any
// depth; of all twins one is wanted. Padding is a term that says less than it writes, such as x*1:
// a term is unwanted when one of its subterms has, as the argument at `position`, the leaf `leaf`
// itself. (x * (2 - 1) is wanted: only the literal leaf is padding.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace noether::egraph {

struct Padding {
  std::uint32_t symbol = 0;
  std::uint32_t position = 0;  // of the argument, from 0
  std::uint32_t leaf = 0;

  friend auto operator<=>(const Padding&, const Padding&) = default;
};

struct TermRules {
  std::vector<std::uint32_t>
      commutative;  // symbols; it is their use with two arguments that counts
  // A padding rule for one argument of a commutative symbol holds for the other too.
  std::vector<Padding> padding;

  bool is_commutative(std::uint32_t symbol) const {
    return std::ranges::find(commutative, symbol) != commutative.end();
  }
};

}  // namespace noether::egraph
