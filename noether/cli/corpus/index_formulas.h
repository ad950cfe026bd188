// The formulas of an index as material for a corpus.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/egen/initial_expressions.h"

namespace noether::cli {

// Every formula once, in the order of the index; its origin is the document where it stands first.
// Says what is wrong with the index and ends the program.
void add_index_formulas(std::string_view command, const std::string& index,
                        std::vector<egen::FoundFormula>& formulas);

}  // namespace noether::cli
