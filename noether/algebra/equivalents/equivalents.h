// The expressions equal to one: counted exactly, listed by size, or sampled uniformly.
//
// The size of a term is its number of prefix tokens. Expressions that differ only in the order of
// sums and products, or by padding (x*1, x+0, x^1), count as one. Plain numbers are not split: 2+3
// is never offered for 5.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/sample.h"
#include "noether/egraph/terms/term_graph.h"
#include "noether/egraph/terms/term_ranking.h"

namespace noether::algebra {

// The classes reachable from `root`, which becomes class 0. A fraction is written (/ 3 4), as three
// tokens. A derivative or an integral names its variable by a leaf that allows no other term, with
// a mark that `name_bound_variables` removes.
egraph::TermGraph term_graph_of(const AlgebraGraph& graph, egraph::ClassId root);
void name_bound_variables(egraph::Term& term);
const egraph::TermRules& term_rules();

class Equivalents {
 public:
  Equivalents(const AlgebraGraph& graph, egraph::ClassId root, std::uint32_t max_tokens);

  const egraph::TermCounts& counts() const { return counts_; }
  mpz_class total() const { return counts_.total(0); }
  egraph::TermRanking& ranking() { return ranking_; }

  // Returns up to `how_many` of the smallest expressions, in ascending order of size.
  std::vector<egraph::Term> smallest(std::size_t how_many);
  // Returns up to `how_many` different expressions, spread over sizes and root operators.
  std::vector<egraph::Term> sample(std::size_t how_many, std::uint64_t seed);

 private:
  egraph::TermGraph graph_;
  egraph::TermCounts counts_;
  egraph::TermRanking ranking_;
};

ExprId to_expression(const egraph::Term& term, Expressions& pool);

}  // namespace noether::algebra
