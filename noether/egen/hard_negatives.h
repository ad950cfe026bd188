// Members of other clusters that look like a given one: an index by shape.
//
// The shape of an expression is its tokens with every number, every function and every operator
// replaced by a sign for its kind. Members of one shape differ by some tokens in the same places.
// The index is twelve bytes for each member.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noether/egen/member_table.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

class HardNegatives {
 public:
  // The table must outlive this.
  explicit HardNegatives(const MemberTable& table);

  // Of some random members of the same shape, whose clusters have other fingerprints, the ones with
  // the fewest different tokens, nearest first. Empty when there are none.
  std::vector<std::uint64_t> near(std::uint64_t member, std::size_t how_many,
                                  egraph::Random& random) const;

 private:
  const MemberTable* table_;
  std::vector<std::uint64_t> shapes_;   // sorted
  std::vector<std::uint32_t> members_;  // with these shapes
};

}  // namespace noether::egen
