// Analogies for embedding algebra: x1 is to y1 as x2 is to y2.
//
// An embedding f solves one when, of the pool without x1, y1 and x2, y2 is nearest to
// f(y1) - f(x1) + f(x2). Whatever else in the pool equals x2 or y2 is excluded, so that the answer
// is the only right one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/egen/training/member_table.h"

namespace noether::egen {

struct Analogy {
  std::string relation;  // see relations.h
  std::string x1, y1, x2, y2;
  unsigned paper = 0;  // its number in the paper's Table 16, from 1; 0 when it is not there
  // Groups of the pool whose expressions equal x2 or y2; y2 itself is the answer nevertheless.
  std::vector<std::uint64_t> excluded;

  friend bool operator==(const Analogy&, const Analogy&) = default;
};

// The paper's 21 (whose 16th is printed with csc for csch in the answer), then others drawn from
// all relations in turn: `how_many` in all, or as many as there are, none twice.
std::vector<Analogy> make_analogies(std::size_t how_many, std::uint64_t seed);

// Where answers are looked for.
struct PoolEntry {
  std::string expression;
  std::uint64_t group = 0;  // expressions of one group are equal

  friend bool operator==(const PoolEntry&, const PoolEntry&) = default;
};

// Up to `most` random expressions of the corpus and every expression of the analogies, each once.
// Sets the groups that each analogy excludes.
std::vector<PoolEntry> make_analogy_pool(const MemberTable& table, std::vector<Analogy>& analogies,
                                         std::size_t most, std::uint64_t seed);

}  // namespace noether::egen
