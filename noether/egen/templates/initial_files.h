// Initial expressions from files, one a line, or the column `formula` of a table; and from formulas
// that were found elsewhere.
//
// A table is a file whose first line names its columns, with tabs between them; cells may be quoted
// as in ARQMath's tables. Empty lines, and lines that begin with `#`, are passed over. Other lines
// that give no expression are counted, and said why.
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

// Errors only when the file cannot be read, or is a table without the column.
base::Result<void> take_file_expressions(const InitialFileRequest& request,
                                         algebra::Expressions& pool, InitialFilter& filter,
                                         std::vector<std::string>& messages);

// Never an error: many formulas of a collection are no expressions. They are counted, and said why.
void take_found_formulas(const std::vector<FoundFormula>& formulas, std::uint32_t max_tokens,
                         algebra::Expressions& pool, InitialFilter& filter,
                         std::vector<std::string>& messages);

}  // namespace noether::egen
