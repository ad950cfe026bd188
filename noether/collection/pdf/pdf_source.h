// PDFs: a short one is a document, of a longer one each page is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

std::unique_ptr<DocumentSource> open_pdfs(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems);

}  // namespace noether::collection
