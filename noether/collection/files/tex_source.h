// Folders of LaTeX: every file of text once, read with the macros that are in force where it is
// included.
//
// A file that another one includes is read after it, in the order of the includes, with the
// definitions of the preamble around it; the others are roots. What is included in a preamble, and
// packages that stand in the folder, are definitions and no documents. Files that are not found,
// and circles, are reported. Kept are the names of the files and who includes whom.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

// LaTeX files, and the packages that they may use.
std::unique_ptr<DocumentSource> open_tex(std::vector<FoundFile> files, std::string prefix,
                                         ProblemList& problems);

}  // namespace noether::collection
