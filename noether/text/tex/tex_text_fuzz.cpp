// Any bytes read as a LaTeX document: no crash, bounded work, and pieces that satisfy the
// invariants.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/text/field_check.h"
#include "noether/text/tex/tex_text.h"

using namespace noether::text;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static WordReader words;
  const std::string_view tex(reinterpret_cast<const char*>(data), size);
  TexReader reader;
  // The bytes before the first NUL are definitions for the rest.
  const std::size_t cut = tex.find('\0');
  if (cut != std::string_view::npos) reader.read_definitions(tex.substr(0, cut));
  const TexDocument document = reader.read(cut == std::string_view::npos ? tex : tex.substr(cut));
  if (!field_fault(document.title, words).empty()) std::abort();
  for (std::size_t i = 0; i < document.pieces.size(); ++i) {
    const Piece& piece = document.pieces[i];
    if (piece.parent >= static_cast<std::int32_t>(i)) std::abort();
    if (piece.title.text.empty() && piece.body.text.empty()) std::abort();
    if (!field_fault(piece.title, words).empty()) std::abort();
    if (!field_fault(piece.body, words).empty()) std::abort();
  }
  return 0;
}
