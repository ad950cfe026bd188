// noether search for formulas rather than documents: similar ones, and equal ones.
#pragma once

#include <cstdint>
#include <string>

#include "noether/search/search.h"

namespace noether::cli {

struct FormulaOutput {
  std::uint32_t top = 10;
  bool json = false;
  bool colours = false;
};

// Formulas like each of the query, with where they are. Ends the program when nothing was found.
void run_formulas(search::Searcher& searcher, const search::Query& query,
                  const std::string& query_text, const FormulaOutput& output);

// Every formula that equals this one, with the verdict of algebra. Says when some were not
// compared.
void run_equal(search::Searcher& searcher, const std::string& latex, const FormulaOutput& output);

}  // namespace noether::cli
