// noether search for formulas rather than documents: similar ones, equal ones, and those that
// contain the query.
#pragma once

#include <cstdint>
#include <string>

#include "noether/search/pipeline/profile.h"
#include "noether/search/search.h"

namespace noether::cli {

struct FormulaOutput {
  std::uint32_t top = 10;
  bool json = false;
  bool colours = false;
  search::FormulaMode mode = search::FormulaMode::Similar;
};

// Prints formulas similar to each formula of the query, with their places. The profile determines
// how much the similarity of their sentences to that of the query counts. Ends the program if
// nothing was found.
void run_formulas(search::Searcher& searcher, const search::Query& query,
                  const std::string& query_text, const search::Profile& profile,
                  const FormulaOutput& output);

// Prints formulas that have this one as a part, up to the names of its variables.
void run_contains(search::Searcher& searcher, const std::string& latex,
                  const FormulaOutput& output);

// Prints every formula that equals this one, with the verdict of algebra, and reports if some were
// not compared.
void run_equal(search::Searcher& searcher, const std::string& latex, const FormulaOutput& output);

}  // namespace noether::cli
