// Hides the formulas of a Markdown source from the Markdown parser.
//
// Markdown reads the star, the underscore, the backslash and the equals sign as markup, so formulas
// must be found before Markdown is parsed. Each formula is replaced by its number between two
// private-use characters, which Markdown treats as letters. Code contains no formulas, so a number
// in code is replaced by its source text again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/text/field_builder.h"

namespace noether::text {

class MarkdownFormulas {
 public:
  // `is_note`: also removes the markup of Obsidian's notes. A link `[[page|text]]` becomes its
  // text, an embedded page `![[page]]` and the mark of a callout `[!note]` are dropped, and so is
  // the sign before a `#tag`.
  explicit MarkdownFormulas(std::string_view source, bool is_note = false);

  // The source with numbers in place of formulas.
  const std::string& masked() const { return masked_; }
  // The tags of a note, in the order of the text.
  const std::vector<std::string>& tags() const { return tags_; }

  // Appends text of the masked source with its formulas.
  void append(std::string_view text, FieldBuilder& out) const;
  // The text as it was in the source.
  std::string restored(std::string_view text) const;
  // The number of line ends that this text has in the source.
  std::size_t count_lines(std::string_view text) const;

 private:
  struct Formula {
    std::string_view latex;
    std::string_view source;  // with its delimiters
  };

  // Calls `text` and `formula` for the parts in order.
  template <typename Text, typename Use>
  void for_each_part(std::string_view masked, Text text, Use formula) const;
  std::size_t code_end(std::size_t at) const;
  // Removes the markup at `at`, if there is any; returns where to continue.
  std::size_t take_note_markup(std::size_t at);
  std::size_t take_link(std::size_t at);
  void skip_to(std::size_t from, std::size_t to);

  std::string_view source_;
  std::string masked_;
  std::vector<Formula> formulas_;
  std::vector<std::string> tags_;
  std::size_t begin_ = 0;  // the first byte of the source that is not masked yet
  std::size_t link_end_ = std::string_view::npos;
  std::size_t title_end_ = std::string_view::npos;  // the end of the title of a callout
};

}  // namespace noether::text
