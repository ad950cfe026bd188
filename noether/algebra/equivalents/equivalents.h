// The expressions equal to one: counted exactly, listed by size, or sampled uniformly.
//
// A term's size is its number of prefix tokens. Of expressions that differ only in the order of
// sums and products, or by padding (x*1, x+0, x^1), one is counted. Plain numbers stand for
// themselves: 2+3 is never offered for 5.
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

// What is reachable from `root`, which becomes class 0. A fraction is written (/ 3 4), three
// tokens. Where a derivative or an integral names its variable, that variable stands and nothing
// else, with a mark that `name_bound_variables` takes off.
egraph::TermGraph term_graph_of(const AlgebraGraph& graph, egraph::ClassId root);
void name_bound_variables(egraph::Term& term);
const egraph::TermRules& term_rules();

class Equivalents {
 public:
  Equivalents(const AlgebraGraph& graph, egraph::ClassId root, std::uint32_t max_tokens);

  const egraph::TermCounts& counts() const { return counts_; }
  mpz_class total() const { return counts_.total(0); }
  egraph::TermRanking& ranking() { return ranking_; }

  // Up to `how_many`, the smallest ones; in ascending order of size.
  std::vector<egraph::Term> smallest(std::size_t how_many);
  // Up to `how_many` different ones, spread over sizes and root operators.
  std::vector<egraph::Term> sample(std::size_t how_many, std::uint64_t seed);

 private:
  egraph::TermGraph graph_;
  egraph::TermCounts counts_;
  egraph::TermRanking ranking_;
};

ExprId to_expression(const egraph::Term& term, Expressions& pool);

}  // namespace noether::algebra
