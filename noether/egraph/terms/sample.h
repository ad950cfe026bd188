// Random wanted terms of a class, all with the same probability.
//
// A sample is a uniform random rank, unranked. There is no walk down the graph, which would favour
// some terms, and no rejection. Plain sampling yields almost only the largest sizes, because almost
// all terms are large; with strata, all sizes and, within a size, all root symbols get the same
// share. The same seed gives the same terms on every machine.
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

  // Draws one term, with replacement. With strata, it first draws a size, then a root symbol.
  // Returns false if the class has no terms.
  bool draw(Term& term);

  // Draws `how_many` different terms, or all if there are fewer, in ascending order. Shares are
  // equal; if a stratum has fewer terms than its share, the others get the rest.
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
