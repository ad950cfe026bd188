// Files of JSON Lines: one record in each line, in the memory of the longest line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

// Records without an id are called by the file's name, after `prefix`, and the line.
std::unique_ptr<DocumentSource> open_json_lines(std::vector<FoundFile> files, std::string prefix,
                                                const JsonFields& fields, ProblemList& problems);

}  // namespace noether::collection
