// Triplets: an expression, an equal one, and a different one.
//
// Random: the negative is a member of another cluster. Near: the positive with one token changed.
// Hard: a member of another cluster that differs from the positive in few tokens. Certified numbers
// distinguish every negative from the anchor: at some point both have values, and different ones. A
// member of another cluster that shares no point with the anchor is not used as a negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/egen/training/distractors.h"
#include "noether/egen/training/member_table.h"
#include "noether/egen/training/pair_sampler.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

// Finds members of other clusters that look like a given one.
//
// There are two indexes, each with twelve bytes for every member. The shape of an expression is its
// tokens with every number, function and operator replaced by its kind: members of one shape differ
// in some tokens at the same places. If too few members share the shape, those with about as many
// tokens and the same functions are searched.
class HardNegatives {
 public:
  // The table must outlive this.
  explicit HardNegatives(const MemberTable& table);

  // Among some random similar members whose clusters have other fingerprints, returns those with
  // the fewest different tokens, nearest first. Empty if there are none.
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

// Each thread needs its own; they may share the table and the index.
class TripletSampler {
 public:
  TripletSampler(const MemberTable& table, const HardNegatives& hard,
                 const TripletOptions& options);

  bool empty() const { return pairs_.empty(); }
  // Kinds take turns; if an item's kind finds no negative, the next kind is tried. Returns nothing
  // if no kind finds one. The result is a function of the corpus, the options and the item.
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
