#include "noether/collection/marked_up_text.h"

#include <array>

#include "noether/text/html_text.h"
#include "noether/text/markdown_text.h"

namespace noether::collection {

bool looks_like_html(std::string_view text) {
  constexpr std::array<std::string_view, 12> kTags = {"p>",    "span>", "a>",   "em>",
                                                      "div>",  "li>",   "h1>",  "strong>",
                                                      "code>", "math>", "sub>", "sup>"};
  for (std::size_t at = text.find("</"); at != std::string_view::npos;
       at = text.find("</", at + 2)) {
    for (const std::string_view tag : kTags) {
      if (text.substr(at + 2).starts_with(tag)) return true;
    }
  }
  return false;
}

void append_field(const text::Field& from, text::Field& to) {
  if (from.text.empty()) return;
  if (!to.text.empty()) to.text += '\n';
  const auto shift = static_cast<std::uint32_t>(to.text.size());
  to.text += from.text;
  for (text::FormulaSpan span : from.formulas) {
    span.begin += shift;
    span.end += shift;
    to.formulas.push_back(std::move(span));
  }
}

text::Field read_marked_up(std::string_view text, std::string_view name) {
  if (looks_like_html(text)) return text::read_html(text, name, {.delimited_formulas = true});
  text::Field field;
  field.name = name;
  for (const text::Piece& piece : text::read_markdown(text)) {
    append_field(piece.title, field);
    append_field(piece.body, field);
  }
  return field;
}

}  // namespace noether::collection
