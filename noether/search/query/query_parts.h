// How much of a query each document has.
//
// The parts of a query are its words, but for those that nearly every text has, and its formulas. A
// document has a word that stands in its own text, in the titles around it, in its tags or in its
// comments. It has a formula that is the same, up to the order of operands and the names of
// variables; where formulas are looked for strictly, what is found has it by definition. Phrases,
// filters and alternatives (a OR b) are no parts: every result has them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/formula_lists.h"
#include "noether/search/is_over.h"
#include "noether/search/query/query.h"

namespace noether::search {

class QueryParts {
 public:
  // A query with more parts than this is a pasted text: nobody wants to know how many documents
  // have all of it, and counting them would take long. Then there are none.
  static constexpr std::uint32_t kMost = 32;

  // Goes once through the lists of all words.
  static base::Result<QueryParts> find(const index::IndexReader& index, const Query& query,
                                       std::span<const FormulaList> formulas,
                                       const IsOver& is_over = {});

  bool are_too_many() const { return are_too_many_; }
  std::uint32_t words() const { return words_; }
  std::uint32_t formulas() const { return formulas_; }
  // How many of them the document has.
  std::uint32_t in(std::uint32_t document) const { return counts_.empty() ? 0 : counts_[document]; }

 private:
  base::Result<void> add_word(const index::IndexReader& index, const std::string& stem,
                              const IsOver& is_over);
  void add_formula(const FormulaList& list, bool is_strict);

  bool are_too_many_ = false;
  std::uint32_t words_ = 0;
  std::uint32_t formulas_ = 0;
  std::vector<std::uint8_t> counts_;  // by document
};

}  // namespace noether::search
