// Pairs of equal expressions, sampled from a corpus without listing them.
//
// An epoch gives every ordered pair of two members of a cluster once, in random order; or, uniform
// over clusters, every cluster once, with pairs that do not repeat before all pairs of the cluster
// were given. Item i depends on the corpus, the seed and i alone, so many loaders can share an
// epoch. (With more than 2^62 pairs, where no epoch ever ends, each pair is drawn independently.)
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "noether/egen/training/member_table.h"
#include "noether/egraph/terms/exact_count.h"

namespace noether::egen {

enum class Uniform : std::uint8_t { Pairs, Clusters };

struct MemberPair {
  std::uint32_t cluster = 0;  // its position in the table
  std::uint64_t anchor = 0;   // numbers of members
  std::uint64_t positive = 0;

  friend bool operator==(const MemberPair&, const MemberPair&) = default;
};

class PairSampler {
 public:
  // The table must outlive this.
  PairSampler(const MemberTable& table, std::uint64_t seed, Uniform uniform = Uniform::Pairs);

  bool empty() const { return clusters_.empty(); }  // no cluster has two members
  mpz_class pair_count() const;
  // The number of items after which every pair, or cluster, was given equally often.
  egraph::WideCount epoch_size() const;

  // Must not be called if empty() is true. After the first epoch, the next one begins in another
  // order.
  MemberPair at(std::uint64_t item) const;

 private:
  MemberPair pair_of(std::size_t row, egraph::WideCount number) const;

  const MemberTable* table_;
  std::uint64_t seed_;
  Uniform uniform_;
  std::vector<std::uint32_t> clusters_;         // of two or more members
  std::vector<egraph::WideCount> pairs_until_;  // pairs of these clusters and the previous ones
};

}  // namespace noether::egen
