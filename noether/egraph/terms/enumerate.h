// The wanted terms of a class one after another: smaller ones first, each once, none in vain.
//
// Every step is an unranking, so an enumeration keeps nothing but a number; it can begin anywhere
// and be continued later from `rank()`.
#pragma once

#include <gmpxx.h>

#include <utility>

#include "noether/egraph/terms/term_ranking.h"

namespace noether::egraph {

class TermEnumerator {
 public:
  // `ranking` must outlive this.
  explicit TermEnumerator(TermRanking& ranking, mpz_class first_rank = 0)
      : ranking_(ranking), rank_(std::move(first_rank)) {}

  // Whether there was a next term; it is in `term` then.
  bool next(Term& term) {
    if (rank_ >= ranking_.count()) return false;
    ranking_.unrank(rank_, term);
    ++rank_;
    return true;
  }

  // Of the term that is next.
  const mpz_class& rank() const { return rank_; }

 private:
  TermRanking& ranking_;
  mpz_class rank_;
};

}  // namespace noether::egraph
