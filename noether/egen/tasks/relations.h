// What y can be to x in an analogy: pairs of expressions, and a statement about them that can be
// checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noether::egen {

struct RelatedPair {
  std::string x;
  std::string y;

  friend bool operator==(const RelatedPair&, const RelatedPair&) = default;
};

// `left` equals `right` wherever both have values, once a pair is put in: X and Y are the two,
// X(Y) is X with Y for its variable x, and X(2x), X(x+1) are meant likewise.
struct Relation {
  std::string name;
  std::string left;
  std::string right;
  std::vector<RelatedPair> pairs;
};

const std::vector<Relation>& relations();
const Relation* find_relation(std::string_view name);

// A side of a relation with the pair put in, in prefix notation.
std::string relation_side(std::string_view side, const RelatedPair& pair);

}  // namespace noether::egen
