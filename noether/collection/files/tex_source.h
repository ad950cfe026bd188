// Folders of LaTeX: every file of text is read once, with the macros that are in force where it is
// included.
// An included file is read after the file that includes it, in the order of the includes, with the
// definitions of the preamble around it; the others are roots. Files that a preamble includes, and
// packages in the folder, are definitions and not documents. Missing files and cycles are reported.
// The reader keeps the names of the files and their includes.
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
