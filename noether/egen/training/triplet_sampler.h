// Triplets: an expression, one equal to it, and one that is not.
//
// Random: a member of another cluster. Near: the positive with one token changed. Hard: a member of
// another cluster that differs from the positive in few tokens. Certified numbers tell every
// negative from the anchor: at some point both have values, and different ones. A member of another
// cluster that has no point in common with the anchor is no negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/egen/training/distractors.h"
#include "noether/egen/training/hard_negatives.h"
#include "noether/egen/training/pair_sampler.h"

namespace noether::egen {

enum class NegativeKind : std::uint8_t { Random, Near, Hard };
inline constexpr std::size_t kNegativeKinds = 3;
std::string_view negative_kind_name(NegativeKind kind);  // random near hard
std::optional<NegativeKind> negative_kind_by_name(std::string_view name);

struct Triplet {
  std::uint64_t cluster_id = 0;
  std::string_view anchor;  // these two live as long as the table
  std::string_view positive;
  std::string negative;
  NegativeKind kind = NegativeKind::Random;
};

struct TripletOptions {
  std::uint64_t seed = 1;
  Uniform uniform = Uniform::Pairs;
  std::vector<NegativeKind> kinds = {NegativeKind::Random, NegativeKind::Near, NegativeKind::Hard};
};

// One for each thread; they may share the table and the index.
class TripletSampler {
 public:
  TripletSampler(const MemberTable& table, const HardNegatives& hard,
                 const TripletOptions& options);

  bool empty() const { return pairs_.empty(); }
  // Kinds take turns; where an item's kind finds no negative, the next one is tried. None when no
  // kind does. A function of the corpus, the options and the item.
  std::optional<Triplet> at(std::uint64_t item);

 private:
  std::optional<std::string> negative(const MemberPair& pair, NegativeKind kind,
                                      egraph::Random& random);

  const MemberTable* table_;
  const HardNegatives* hard_;
  TripletOptions options_;
  PairSampler pairs_;
  ReferenceCheck check_;
  DistractorMaker distractors_{check_};
};

}  // namespace noether::egen
