// From a term to its number: the inverse of `Unranker`.
//
// A term is looked up bottom-up, as in hash-consing, and then numbered top-down. Twins have the
// same number. The result also tells whether the class contains the term.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

class Ranker {
 public:
  // `counts` must outlive this.
  explicit Ranker(const TermCounts& counts);

  // Returns the index of a term among those of its size; nothing if neither the term nor a twin is
  // a wanted term of the class within the counted sizes.
  std::optional<mpz_class> index_of(std::uint32_t class_id, const Term& term) const;
  // Returns the rank among all terms of the class, as in TermRanking.
  std::optional<mpz_class> rank_of(std::uint32_t class_id, const Term& term) const;

 private:
  using Key = std::vector<std::uint32_t>;  // symbol, then the whole rows of the arguments

  // A term with the row and end of each subterm, by the position where the subterm begins.
  struct Parsed {
    const Term& term;
    std::vector<std::uint32_t> row;  // of the subterm
    std::vector<std::size_t> end;
  };

  Key key_of(const Production& production) const;
  void sort_twins(Key& key) const;
  std::optional<Parsed> parse(const Term& term) const;
  bool accepts(const Parsed& parsed, std::uint32_t row, std::size_t begin) const;
  std::optional<mpz_class> index_in(const Parsed& parsed, std::uint32_t row, std::size_t begin,
                                    std::size_t end) const;
  std::optional<mpz_class> index_in_pair(const Parsed& parsed, const LiveProduction& live,
                                         std::size_t begin, std::size_t end) const;

  const TermCounts& counts_;
  std::map<Key, std::uint32_t> rows_;
};

}  // namespace noether::egraph
