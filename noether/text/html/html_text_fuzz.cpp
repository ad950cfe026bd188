// Any bytes read as HTML: no crash, bounded work, and fields that satisfy the invariants.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/text/field_check.h"
#include "noether/text/html/html_text.h"
#include "noether/text/note.h"

using namespace noether::text;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static WordReader words;
  if (size == 0) return 0;
  // The first byte selects the meaning of the others.
  const std::string_view html(reinterpret_cast<const char*>(data) + 1, size - 1);
  const HtmlOptions options{.delimited_formulas = (data[0] & 1) != 0};
  if ((data[0] & 4) != 0) {
    for (const Piece& piece : read_markdown(html)) {
      if (!field_fault(piece.title, words).empty()) std::abort();
      if (!field_fault(piece.body, words).empty()) std::abort();
    }
  } else if ((data[0] & 2) != 0) {
    const HtmlPage page = read_html_page(html, options);
    if (!field_fault(page.title, words).empty()) std::abort();
    if (!field_fault(page.body, words).empty()) std::abort();
  } else if (!field_fault(read_html(html, "body", options), words).empty()) {
    std::abort();
  }
  return 0;
}
