// Any bytes read as topics, as a row of a dump, and as a book: no crash, and every span of a
// formula is inside its text.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/collection/files/pretext.h"
#include "noether/collection/posts/xml_rows.h"
#include "noether/collection/topics.h"

using namespace noether;
using namespace noether::collection;

namespace {

void check(const text::Field& field) {
  std::uint32_t end = 0;
  for (const text::FormulaSpan& span : field.formulas) {
    if (span.begin < end || span.end <= span.begin || span.end > field.text.size()) std::abort();
    end = span.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ProblemList problems;
  for (const Topic& topic : read_topics(text, "fuzz", problems)) {
    if (topic.number.empty()) std::abort();
    check(topic.title);
    check(topic.question);
  }
  if (text.starts_with("<row")) {
    XmlRow row;
    if (parse_row(text, RowPart::All, row).bytes > size) std::abort();
  }
  FileText book;
  PretextReader().read(text, book);
  for (std::size_t i = 0; i < book.pieces.size(); ++i) {
    check(book.pieces[i].title);
    check(book.pieces[i].body);
    if (book.pieces[i].parent >= static_cast<std::int32_t>(i)) std::abort();
  }
  return 0;
}
