// Terms of a class in random order, no term twice, with a say in their root operator and size.
//
// A stratum is the terms of one root operator and one size. Within it every order of its terms is
// equally likely, and only as many are held in memory as were drawn. In uniform sampling all terms
// are one stratum.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/operators.h"
#include "noether/egen/clusters/sampling.h"
#include "noether/egraph/terms/random.h"
#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::egen {

// Ranks of one stratum without repetition: the first cards of a shuffled deck, dealt one by one.
class RankDeck {
 public:
  RankDeck(mpz_class first, mpz_class count) : first_(std::move(first)), count_(std::move(count)) {}

  // False when all were dealt.
  bool deal(egraph::Random& random, mpz_class& rank);

 private:
  mpz_class first_;
  mpz_class count_;
  std::uint64_t dealt_ = 0;
  // What lies at a place instead of its own number, where a shuffle has changed it.
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;
  std::set<mpz_class> used_;  // in decks that are too large for this; repetitions are rare there
};

class MemberSampler {
 public:
  struct Stratum {
    std::uint32_t size;           // 0 in uniform sampling: any
    std::vector<RankDeck> decks;  // one for each root symbol: 2 and 3 are one operator
    std::size_t next_deck = 0;
  };
  struct Root {
    std::optional<algebra::Op> op;  // none in uniform sampling: any
    std::vector<Stratum> strata;    // by size, ascending
  };

  // `ranking` must outlive this.
  MemberSampler(egraph::TermRanking& ranking, std::uint64_t seed,
                Sampling sampling = Sampling::Stratified);

  Sampling sampling() const { return sampling_; }
  const std::vector<Root>& roots() const { return roots_; }
  // A term of this stratum that was not drawn before; false when there is none left.
  bool draw(std::size_t root, std::size_t stratum, egraph::Term& term);

 private:
  egraph::TermRanking& ranking_;
  egraph::Random random_;
  Sampling sampling_;
  std::vector<Root> roots_;
};

}  // namespace noether::egen
