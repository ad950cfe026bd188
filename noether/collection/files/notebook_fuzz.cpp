// Any bytes read as a notebook: no crash, and fields that satisfy the invariants.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/collection/files/file_source.h"
#include "noether/text/field_check.h"

using namespace noether;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static text::WordReader words;
  const text::Note note = collection::read_notebook({reinterpret_cast<const char*>(data), size});
  if (!text::field_fault(note.title, words).empty()) std::abort();
  for (const text::Piece& piece : note.pieces) {
    if (!text::field_fault(piece.title, words).empty()) std::abort();
    if (!text::field_fault(piece.body, words).empty()) std::abort();
  }
  return 0;
}
