// Analogies for embedding algebra: x1 is to y1 as x2 is to y2.
//
// An embedding f solves one when, of the pool without x1, y1 and x2, y2 is nearest to
// f(y1) - f(x1) + f(x2). Whatever else in the pool equals x2 or y2 is excluded, so that the answer
// is the only right one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::egen {

struct Analogy {
  std::string relation;  // the name of one of the relations below
  std::string x1, y1, x2, y2;
  unsigned paper = 0;                            // its number in the paper's Table 16, from 1
  std::vector<std::uint64_t> excluded_clusters;  // of the pool: their expressions equal x2 or y2

  friend bool operator==(const Analogy&, const Analogy&) = default;
};

// What y is to x, as a statement that can be checked: `left` and `right` with X and Y put in are
// equal wherever both have values. A relation that says how y is written (x + 1) has y on the left.
struct Relation {
  std::string_view name;
  std::string_view left;
  std::string_view right;
};
const std::vector<Relation>& relations();
// `left` or `right` of a relation with the expressions put in, in prefix notation.
std::string relation_side(std::string_view side, std::string_view x, std::string_view y);

// The paper's 21, then others drawn from all relations in turn, `how_many` in all (or as many as
// there are), none twice.
std::vector<Analogy> make_analogies(std::size_t how_many, std::uint64_t seed);
std::size_t analogy_count();  // of all that can be drawn

}  // namespace noether::egen
