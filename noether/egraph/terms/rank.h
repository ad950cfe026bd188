// From a term to its number: the inverse of `Unranker`.
//
// A term is looked up bottom up, as hash-consing would, and then numbered top down. Twins have one
// number. It answers "is this term in that class?" as well.
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

  // The index of a term among those of its size; nothing when the term (and no twin of it) is a
  // wanted term of the class, of a size that is counted.
  std::optional<mpz_class> index_of(std::uint32_t class_id, const Term& term) const;
  // Among all terms of the class, as in TermRanking.
  std::optional<mpz_class> rank_of(std::uint32_t class_id, const Term& term) const;

 private:
  using Key = std::vector<std::uint32_t>;  // symbol, then the whole rows of the arguments

  // A term with what was found out about each subterm, by the position where it begins.
  struct Parsed {
    const Term& term;
    std::vector<std::uint32_t> row;  // that holds the subterm
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
