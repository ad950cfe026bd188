// Converts a LaTeX document, or a part of one, to pieces of text with formulas.
// The document's own macros are expanded, in text and in formulas, so that each formula can be read
// alone. Sections and theorem-like environments, including those that \newtheorem declares, become
// pieces; text outside all of them is a piece of kind "text". References, labels, figures and
// layout are dropped. \input is left alone: the caller, which knows the files, joins them or reads
// the file of definitions first.
// The reader refuses nothing and always ends: expansions are bounded, and groups that end too early
// are closed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/text/document.h"

namespace noether::text {

struct TexDocument {
  Field title;  // from \title or \pmtitle
  // \author, and PlanetMath's metadata by its name without "pm": keywords, synonym, type,
  // classification, defines, related, canonicalname, ... each as often as it occurs.
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<Piece> pieces;  // in the order of their beginnings; no piece is empty
};

class TexDefinitions;

class TexReader {
 public:
  TexReader();
  ~TexReader();
  TexReader(TexReader&&) noexcept;
  TexReader& operator=(TexReader&&) noexcept;

  // Takes the definitions of a preamble or a style file; every later document is read with them.
  void read_definitions(std::string_view tex);

  // The definitions of the document itself are dropped afterwards.
  TexDocument read(std::string_view tex);

 private:
  std::unique_ptr<TexDefinitions> definitions_;
};

}  // namespace noether::text
