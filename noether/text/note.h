// Reads files of notes in light markup: their metadata, and their text as pieces that begin at
// headings, with formulas between dollar signs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/text/document.h"
#include "noether/text/field_builder.h"

namespace noether::text {

struct Note {
  Field title;  // as the file declares it; empty if it has only headings
  std::vector<std::string> tags;
  // date, author and alias, each as often as it occurs.
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<Piece> pieces;  // in the order of their beginnings; no piece is empty
  std::string flaw;           // a part that could not be read as intended; empty if there is none
  std::uint32_t flaw_line = 0;
};

// Adds a tag without the sign before it, unless the list has it already.
void add_tag(std::string_view tag, std::vector<std::string>& tags);

// Builds pieces by headings: the text before the first heading is of kind "text", and each heading
// opens a "section" inside the last one above it of a higher level.
class SectionBuilder {
 public:
  SectionBuilder();

  // The text of the open section.
  FieldBuilder& body() { return drafts_.back().body; }
  void open_section(int level, Field title, std::uint32_t line, std::string_view label = {});
  // Appends pieces of another text; its sections are inside the open one if they are lower.
  void append(std::vector<Piece> pieces);
  // Returns the pieces that are not empty.
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

// Divides Markdown into pieces by its headings, with formulas between dollar signs.
// A heading opens a piece of kind "section"; the text before the first heading is a piece of kind
// "text". HTML inside Markdown is read as HTML; code blocks stay text.
std::vector<Piece> read_markdown(std::string_view markdown);

// Reads a file of notes: front matter, and the markup of Obsidian (links, tags, callouts).
Note read_markdown_note(std::string_view markdown);

// reStructuredText, as Sphinx and docutils read it: sections, :math: roles, math directives.
// The contents of other directives are text; code stays text, without formulas; comments, pictures,
// tables of contents and raw blocks for other formats are left out. Formulas between dollar signs,
// which extensions of Sphinx support, are formulas.
Note read_rst(std::string_view rst);

// Org files of Emacs: headlines, keywords, drawers, blocks, links, and formulas as in LaTeX.
// #+TITLE, #+FILETAGS, #+AUTHOR and #+DATE are metadata. Drawers, comments and export blocks are
// left out; source code stays text, without formulas.
Note read_org(std::string_view org);

// AsciiDoc, as Asciidoctor reads it: sections, attributes, blocks, stem: and latexmath: formulas.
// A formula in AsciiMath is translated to LaTeX; `stem:` means AsciiMath unless the file says
// `:stem: latexmath`. Code stays text, without formulas; comments, pictures and passthrough for
// other formats are left out.
Note read_asciidoc(std::string_view asciidoc);

}  // namespace noether::text
