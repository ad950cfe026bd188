// Random wanted terms of a class, every one with the same chance.
//
// A sample is a uniform random rank, unranked: no walk down the graph that would favour some terms,
// and no rejection. Plain sampling finds nearly only the largest sizes, because that is where
// nearly all terms are; strata give every size, and under it every root symbol, the same share
// instead. The same seed gives the same terms on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/egraph/terms/random.h"
#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::egraph {

enum class Strata : std::uint8_t { None, Size, SizeAndRootSymbol };

class TermSampler {
 public:
  // `ranking` must outlive this.
  TermSampler(TermRanking& ranking, std::uint64_t seed, Strata strata = Strata::None);

  // One term, with replacement; with strata, first a random size, then a random root symbol. False
  // when the class has no terms.
  bool draw(Term& term);

  // Different terms, `how_many` or as many as there are. Shares are equal, and where a stratum has
  // fewer terms than its share, the others get the rest. In ascending order.
  std::vector<Term> draw_distinct(std::size_t how_many);

 private:
  struct Stratum {
    mpz_class first;
    mpz_class count;
    WideCount first_wide = 0;
    WideCount count_wide = 0;
  };

  void draw_ranks(const Stratum& stratum, std::size_t how_many, std::vector<mpz_class>& ranks);

  TermRanking& ranking_;
  Random random_;
  bool is_wide_;
  std::vector<std::vector<Stratum>> groups_;
};

}  // namespace noether::egraph
