#include "noether/collection/pdf/pdf_source.h"

#include <fmt/format.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "noether/base/apart.h"
#include "noether/base/packed_bytes.h"
#include "noether/collection/files/file_source.h"
#include "noether/collection/files/piece_documents.h"
#include "noether/text/delimited_text.h"
#include "noether/text/pdf_page.h"

namespace noether::collection {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;

std::string text_of(const poppler::ustring& text) {
  const poppler::byte_array bytes = text.to_utf8();
  return {bytes.begin(), bytes.end()};
}

// Runs in the other process: returns a text for each part; the first one is an error unless it is
// empty.
std::string packed_text(std::string_view bytes) {
  std::string packed;
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document || document->is_locked()) {
    base::append_text(packed, document ? "it has a password" : "it is not a PDF, or it is damaged");
    return packed;
  }
  const auto all = static_cast<std::size_t>(std::max(document->pages(), 0));
  const std::size_t pages = std::min(all, kMaxPdfPages);
  std::vector<std::string> texts;
  std::size_t size = 0;
  for (std::size_t i = 0; i < pages && size < kMaxTextBytes; ++i) {
    const std::unique_ptr<poppler::page> page(document->create_page(static_cast<int>(i)));
    texts.push_back(
        page ? text_of(page->text(poppler::rectf(), poppler::page::non_raw_non_physical_layout))
             : std::string());
    size += texts.back().size();
  }
  base::append_text(packed, "");
  for (const char* key : {"Title", "Author", "Keywords"}) {
    base::append_text(packed, text_of(document->info_key(key)));
  }
  base::append_text(packed, texts.size() < all ? "only its first pages are read" : "");
  base::append_varint(packed, texts.size());
  for (const std::string& text : texts) base::append_text(packed, text);
  return packed;
}

}  // namespace

base::Result<PdfText> read_pdf(std::string_view bytes) {
  const auto packed = base::run_apart([&] { return packed_text(bytes); });
  if (!packed) return std::unexpected(packed.error());
  base::PackedReader reader(*packed);
  if (const std::string_view error = reader.text(); !error.empty()) {
    return base::fail(std::string(error));
  }
  PdfText pdf;
  for (std::string* part : {&pdf.title, &pdf.author, &pdf.keywords, &pdf.cut}) {
    *part = reader.text();
  }
  pdf.pages.resize(reader.count(1));
  for (std::string& page : pdf.pages) page = reader.text();
  if (reader.failed()) return base::fail("the reader failed on it");
  return pdf;
}

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
