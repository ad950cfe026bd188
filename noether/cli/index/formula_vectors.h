// Vectors for the formulas of an index, for the commands that add them.
#pragma once

#include <string>
#include <string_view>

#include "noether/index/index_reader.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::cli {

// Opens a model folder, or the shipped encoder if `folder` is empty. Ends the program if that
// fails.
search::FormulaEncoder open_encoder(std::string_view command, const std::string& folder);

// Adds the missing vectors to the index in a folder, with a progress bar, and returns a summary of
// all vectors. Ends the program on failure; the vectors added before are kept.
std::string add_vectors(std::string_view command, const std::string& folder,
                        const search::FormulaEncoder& encoder, unsigned threads, bool json,
                        const index::VectorSet& set = {});

// Warns that formulas without a vector are not found, and gives the remedy.
void warn_of_untried(std::string_view command, const std::string& folder,
                     const index::IndexReader& index, const index::VectorSet& set = {});

}  // namespace noether::cli
