// The rarity of the labels of operator trees, from a small text file with the number of formulas of
// a collection that contain each label.
//   # Counted by bench/formula_search.
//   formulas 38823
//   20105 number 2
//   11873 variable x
//   9120 +
// Rare labels are not in the file; each counts as much as the rarest one in it. The counts of one
// collection are used for all: labels that are frequent in one collection are frequent in others,
// and scores of shards agree.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "noether/base/error.h"
#include "noether/formula/operators.h"

namespace noether::search {

class LabelRarities {
 public:
  // An error points at the line that is wrong.
  static base::Result<LabelRarities> parse(std::string_view text);
  // Those that the program was built with.
  static const LabelRarities& shipped();

  // The amount that a label of a node (FlatNode::label) adds to the squared length of a vector of
  // labels. It is above 0.
  double weight(std::uint64_t label) const {
    const auto found = weights_.find(label);
    return found == weights_.end() ? of_others_ : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, double> weights_;
  double of_others_ = 1;
};

}  // namespace noether::search
