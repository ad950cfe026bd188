// nDCG′, MAP′ and P′@10 as trec_eval computes them: unjudged formulas are removed from a ranking
// first; grades of 2 and more are relevant; nDCG gains are the grades themselves.
#pragma once

#include <cstdint>
#include <map>
#include <span>

namespace noether::bench {

struct Measures {
  double ndcg = 0;
  double map = 0;
  double precision = 0;      // at 10
  double ndcg_unjudged = 0;  // nDCG if unjudged formulas stay and count as grade 0
  double first_grade = 0;    // of the first item, 0 if it is not judged
  double first_right = 0;    // whether the first judged item is relevant: P′@1

  Measures& operator+=(const Measures& other);
  Measures operator/(double count) const;
};

// `ranking` has the best item first.
Measures measure(std::span<const std::uint32_t> ranking,
                 const std::map<std::uint32_t, int>& grades);

}  // namespace noether::bench
