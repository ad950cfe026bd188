// Reads PDFs: a short PDF is one document; in a longer one each page is a document.
// The text comes from Poppler, which runs in a separate process, with limits of time and memory, so
// that a malicious file does no harm.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"

namespace noether::collection {

// The text of a PDF, page by page.
struct PdfText {
  std::string title;
  std::string author;
  std::string keywords;
  std::vector<std::string> pages;  // in UTF-8
  std::string cut;                 // why pages are missing; empty if the text is complete
};

inline constexpr std::size_t kMaxPdfPages = 5'000;

// Returns an error if the PDF cannot be read at all: it is damaged or has a password.
base::Result<PdfText> read_pdf(std::string_view bytes);

std::unique_ptr<DocumentSource> open_pdfs(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems);

}  // namespace noether::collection
