// How many terms of a size a production has, given the counts of the rows to its right.
//
// One formula for every kind of number: doubles, residues modulo 2^64, 128 bits, big integers.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <type_traits>

#include "noether/egraph/terms/grammar.h"

namespace noether::egraph {

// A production that some wanted term uses. A row's counts stand in consecutive cells, one per size
// from its smallest term on, so two cell numbers are all that is needed of the rows; with the token
// beside them, unranking reads one such record per token and nothing else of the grammar.
struct LiveProduction {
  std::uint32_t left = 0;   // the cell of the smallest terms of the left row
  std::uint32_t right = 0;  // and of the right row
  std::uint32_t symbol = 0;
  std::uint32_t number = 0;    // in the grammar
  std::uint16_t smallest = 0;  // the size of its smallest term
  std::uint16_t arity = 0;
  Production::Kind kind = Production::Kind::Leaf;
};

// Pairs of one of n things with itself, where the order does not matter: n (n + 1) / 2. The halving
// comes first, so that it is right modulo a power of two as well.
template <typename Count>
Count unordered_pairs(const Count& n) {
  if constexpr (std::is_floating_point_v<Count>) {
    return n * (n + 1) / 2;  // exact below 2^53: the product is even
  } else if constexpr (std::is_same_v<Count, mpz_class>) {
    return n * (n + 1) / 2;
  } else {
    return n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
  }
}

// The order in which ranks run through the ways to share `above` tokens between two arguments: the
// most unequal first, because most terms are there and a search for a rank ends sooner.
inline std::uint32_t nth_split(std::uint32_t n, std::uint32_t above) {
  return n % 2 == 0 ? n / 2 : above - n / 2;
}

// `at(cell)` is the count in a cell. Cells whose partner is zero may hold anything.
template <typename Count, typename At>
Count terms_of(const LiveProduction& production, std::uint32_t size, At&& at) {
  using Kind = Production::Kind;
  if (size < production.smallest) return Count(0);
  const std::uint32_t above = size - production.smallest;
  switch (production.kind) {
    case Kind::Leaf:
      return Count(above == 0 ? 1 : 0);
    case Kind::Unary:
    case Kind::Inclusion:
      return at(production.left + above);
    case Kind::Pair:
    case Kind::Sequence: {
      Count sum(0);
      for (std::uint32_t k = 0; k <= above; ++k) {
        sum += at(production.left + k) * at(production.right + (above - k));
      }
      return sum;
    }
    case Kind::TwinPair: {
      Count sum(0);
      for (std::uint32_t k = 0; 2 * k < above; ++k) {
        sum += at(production.left + k) * at(production.left + (above - k));
      }
      if (above % 2 == 0) sum += unordered_pairs<Count>(at(production.left + above / 2));
      return sum;
    }
  }
  return Count(0);
}

}  // namespace noether::egraph
