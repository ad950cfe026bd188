// Builds pieces by headings: the text before the first heading is of kind "text", and each heading
// opens a "section" inside the last one above it of a higher level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"
#include "noether/text/field_builder.h"

namespace noether::text {

class SectionBuilder {
 public:
  SectionBuilder();

  // The text of the section that is open.
  FieldBuilder& body() { return drafts_.back().body; }
  void open_section(int level, Field title, std::uint32_t line, std::string_view label = {});
  // Appends pieces of another text; its sections are inside the open one if they are lower.
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

// Appends the text and the formulas of a field.
void append_field_to(FieldBuilder& out, const Field& field);

}  // namespace noether::text
