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

// Formulas like each of the query, with where they are; as far as the profile says, in sentences
// like that of the query. Ends the program when nothing was found.
void run_formulas(search::Searcher& searcher, const search::Query& query,
                  const std::string& query_text, const search::Profile& profile,
                  const FormulaOutput& output);

// Formulas that have this one as a part, whatever the names of its variables.
void run_contains(search::Searcher& searcher, const std::string& latex,
                  const FormulaOutput& output);

// Every formula that equals this one, with the verdict of algebra. Says when some were not
// compared.
void run_equal(search::Searcher& searcher, const std::string& latex, const FormulaOutput& output);

}  // namespace noether::cli
