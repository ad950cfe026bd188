#include "noether/collection/pdf/pdf_source.h"

#include <fmt/format.h>

#include <utility>

#include "noether/collection/files/file_source.h"
#include "noether/collection/pdf/pdf_text.h"
#include "noether/collection/piece_documents.h"
#include "noether/text/delimited_text.h"

namespace noether::collection {

std::unique_ptr<DocumentSource> open_pdfs(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems) {
  const auto read = [prefix = std::move(prefix), &problems](const FoundFile& file,
                                                            std::string_view bytes,
                                                            std::vector<text::Document>& out) {
    const auto pdf = read_pdf(bytes);
    if (!pdf) {
      problems.unread(file.path, pdf.error().message);
      return;
    }
    if (!pdf->cut.empty()) problems.flawed(file.path, 0, pdf->cut);
    FileText text{.id = prefix + file.name,
                  .source = file.path,
                  .title = text::read_plain_text(pdf->title, "title"),
                  .properties = {},
                  .pieces = {}};
    if (text.title.text.empty()) text.title = title_of_name(file.name);
    if (!pdf->author.empty()) text.properties.emplace_back("author", pdf->author);
    if (!pdf->keywords.empty()) text.properties.emplace_back("keywords", pdf->keywords);
    for (std::size_t i = 0; i < pdf->pages.size(); ++i) {
      text::Piece piece;
      piece.kind = "page";
      piece.label = fmt::format("page-{}", i + 1);
      piece.line = static_cast<std::uint32_t>(i + 1);
      piece.body = text::read_pdf_page(pdf->pages[i]);
      if (!piece.body.text.empty()) text.pieces.push_back(std::move(piece));
    }
    if (!text.pieces.empty()) append_documents(std::move(text), out);
  };
  return open_raw_files(std::move(files), read, problems);
}

}  // namespace noether::collection
