// The relations of analogies: pairs of expressions x and y, and a statement about them that can be
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

// After a pair is substituted, `left` equals `right` wherever both have values. X and Y stand for
// the two expressions; X(Y) is X with Y for its variable x, and X(2x), X(x+1) likewise.
struct Relation {
  std::string name;
  std::string left;
  std::string right;
  std::vector<RelatedPair> pairs;
};

const std::vector<Relation>& relations();
const Relation* find_relation(std::string_view name);

// Returns a side of a relation with the pair substituted, in prefix notation.
std::string relation_side(std::string_view side, const RelatedPair& pair);

}  // namespace noether::egen
