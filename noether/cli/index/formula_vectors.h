// Vectors for the formulas of an index, for the commands that add them.
#pragma once

#include <string>
#include <string_view>

#include "noether/index/index_reader.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::cli {

// A model folder, or the encoder that ships when it is empty. Ends the program when it cannot be
// opened.
search::FormulaEncoder open_encoder(std::string_view command, const std::string& folder);

// Adds what is missing to the index in a folder, with a progress bar, and says what there is then.
// Ends the program when that fails; what was done until then is kept.
std::string add_vectors(std::string_view command, const std::string& folder,
                        const search::FormulaEncoder& encoder, unsigned threads, bool json,
                        const index::VectorSet& set = {});

// Formulas that have no vector yet are not found: says so, and what helps.
void warn_of_untried(std::string_view command, const std::string& folder,
                     const index::IndexReader& index, const index::VectorSet& set = {});

}  // namespace noether::cli
