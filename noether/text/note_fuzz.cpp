// Any bytes read as a note in each light markup: no crash, bounded work, and fields that satisfy
// the invariants.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/text/field_check.h"
#include "noether/text/note.h"
#include "noether/text/pdf_page.h"

using namespace noether::text;

namespace {

void expect_sound(const Field& field, WordReader& words) {
  if (!field_fault(field, words).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static WordReader words;
  if (size == 0) return 0;
  // The first byte selects the meaning of the others.
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Note note;
  switch (data[0] % 5) {
    case 0:
      note = read_markdown_note(text);
      break;
    case 1:
      note = read_org(text);
      break;
    case 2:
      note = read_rst(text);
      break;
    case 3:
      note = read_asciidoc(text);
      break;
    default:
      expect_sound(read_pdf_page(text), words);
  }
  expect_sound(note.title, words);
  for (std::size_t i = 0; i < note.pieces.size(); ++i) {
    const Piece& piece = note.pieces[i];
    if (piece.parent >= static_cast<std::int32_t>(i)) std::abort();
    if (piece.title.text.empty() && piece.body.text.empty()) std::abort();
    expect_sound(piece.title, words);
    expect_sound(piece.body, words);
  }
  return 0;
}
