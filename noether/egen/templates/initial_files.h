// Initial expressions from files, one per line or from the column `formula` of a table, and from
// formulas found in a collection.
//
// A table is a file whose first line names its columns, separated by tabs; cells may be quoted as
// in ARQMath's tables. Empty lines, and lines that begin with `#`, are ignored. Other lines without
// an expression are counted and reported with the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/templates/fitness.h"

namespace noether::egen {

struct InitialFileRequest {
  std::string path;
  std::optional<formula::Notation> notation;
  std::uint32_t max_tokens = 25;
};

// Returns an error only if the file cannot be read, or is a table without the column.
base::Result<void> take_file_expressions(const InitialFileRequest& request,
                                         algebra::Expressions& pool, InitialFilter& filter,
                                         std::vector<std::string>& messages);

// Never fails: many formulas of a collection are not expressions. These are counted and reported
// with the reason.
void take_found_formulas(const std::vector<FoundFormula>& formulas, std::uint32_t max_tokens,
                         algebra::Expressions& pool, InitialFilter& filter,
                         std::vector<std::string>& messages);

}  // namespace noether::egen
