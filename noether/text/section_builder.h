// Pieces by headings: what stands before the first one is of kind "text", each heading opens a
// "section", which stands in the last one above it of a higher level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/field_builder.h"
#include "noether/text/piece.h"

namespace noether::text {

class SectionBuilder {
 public:
  SectionBuilder();

  // The text of the section that is open.
  FieldBuilder& body() { return drafts_.back().body; }
  void open_section(int level, Field title, std::uint32_t line, std::string_view label = {});
  // Pieces of another text behind these; its sections stand in the open one when they are lower.
  void append(std::vector<Piece> pieces);
  // Those that are not empty.
  std::vector<Piece> take();

 private:
  struct Draft {
    Piece piece;
    FieldBuilder body{"body"};
  };

  void open_piece(std::string_view kind, int level);

  std::vector<Draft> drafts_;
  std::vector<std::size_t> open_;  // the sections around the current one
};

// Puts the text and the formulas of a field behind what there is.
void append_field_to(FieldBuilder& out, const Field& field);

}  // namespace noether::text
