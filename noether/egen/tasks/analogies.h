// Analogies for embedding algebra: x1 is to y1 as x2 is to y2.
//
// An embedding f solves an analogy if y2 is the nearest to f(y1) - f(x1) + f(x2) among the pool
// without x1, y1 and x2. All other expressions of the pool that equal x2 or y2 are excluded, so
// only one answer is right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/egen/training/member_table.h"

namespace noether::egen {

struct Analogy {
  std::string relation;  // see relations.h
  std::string x1, y1, x2, y2;
  unsigned paper = 0;  // its number in the paper's Table 16, from 1; 0 if it is not in the table
  // Groups of the pool whose expressions equal x2 or y2; y2 itself remains the answer.
  std::vector<std::uint64_t> excluded;

  friend bool operator==(const Analogy&, const Analogy&) = default;
};

// Returns the paper's 21 analogies (the answer of the 16th is printed with csc for csch), then
// others drawn from all relations in turn: `how_many` in all, or fewer if there are fewer, without
// repetition.
std::vector<Analogy> make_analogies(std::size_t how_many, std::uint64_t seed);

// An entry of the pool in which answers are searched.
struct PoolEntry {
  std::string expression;
  std::uint64_t group = 0;  // expressions of one group are equal

  friend bool operator==(const PoolEntry&, const PoolEntry&) = default;
};

// Returns up to `most` random expressions of the corpus and every expression of the analogies, each
// once. Sets the groups that each analogy excludes.
std::vector<PoolEntry> make_analogy_pool(const MemberTable& table, std::vector<Analogy>& analogies,
                                         std::size_t most, std::uint64_t seed);

}  // namespace noether::egen
