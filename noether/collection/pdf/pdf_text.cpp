#include "noether/collection/pdf/pdf_text.h"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "noether/base/apart.h"
#include "noether/base/packed_bytes.h"

namespace noether::collection {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;

std::string text_of(const poppler::ustring& text) {
  const poppler::byte_array bytes = text.to_utf8();
  return {bytes.begin(), bytes.end()};
}

// In the other process: a text for each part, the first one an error when it is not empty.
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

}  // namespace noether::collection
