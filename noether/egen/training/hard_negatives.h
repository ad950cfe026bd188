// Members of other clusters that look like a given one.
//
// Two indexes, twelve bytes each for every member. The shape of an expression is its tokens with
// every number, function and operator replaced by a sign for its kind: members of one shape differ
// by some tokens in the same places. Where too few share the shape, those are looked at that have
// about as many tokens and the same functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noether/egen/training/member_table.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

class HardNegatives {
 public:
  // The table must outlive this.
  explicit HardNegatives(const MemberTable& table);

  // Of some random members that are alike, and whose clusters have other fingerprints, the ones
  // with the fewest different tokens, nearest first. Empty when there are none.
  std::vector<std::uint64_t> near(std::uint64_t member, std::size_t how_many,
                                  egraph::Random& random) const;

 private:
  struct Index {
    std::vector<std::uint64_t> keys;     // sorted
    std::vector<std::uint32_t> members;  // with these keys
  };
  template <typename Key>
  Index index_by(const Key& key_of) const;
  template <typename Distance>
  void look(const Index& index, std::uint64_t key, std::uint64_t member, const Distance& distance,
            std::size_t how_many, egraph::Random& random, std::vector<std::uint64_t>& found) const;

  const MemberTable* table_;
  Index by_shape_;
  Index by_functions_;
};

}  // namespace noether::egen
