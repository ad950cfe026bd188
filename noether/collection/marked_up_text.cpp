#include "noether/collection/marked_up_text.h"

#include <algorithm>
#include <array>

#include "noether/text/delimited_text.h"
#include "noether/text/html/html_text.h"
#include "noether/text/note.h"

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

void append_start(const text::Field& from, std::size_t max_bytes, text::Field& to) {
  const std::size_t used = to.text.empty() ? 0 : to.text.size() + 1;
  if (used >= max_bytes) return;
  std::size_t cut = max_bytes - used;
  if (from.text.size() <= cut) {
    append_field(from, to);
    return;
  }
  text::Field start;
  std::size_t least = 0;  // end of the formulas that are kept, including their dollar signs
  for (const text::FormulaSpan& span : from.formulas) {
    if (span.end + 1 > cut) {
      cut = std::min<std::size_t>(cut, span.begin - 1);
      break;
    }
    least = span.end + 1;
    start.formulas.push_back(span);
  }
  const std::size_t blank = from.text.find_last_of(" \n", cut);
  if (blank != std::string::npos && blank >= least) {
    cut = blank;
  } else {
    const auto is_inside_character = [&] {
      return (static_cast<unsigned char>(from.text[cut]) & 0xC0U) == 0x80U;
    };
    while (cut > least && is_inside_character()) --cut;
  }
  while (cut > least && (from.text[cut - 1] == ' ' || from.text[cut - 1] == '\n')) --cut;
  start.text = from.text.substr(0, cut);
  append_field(start, to);
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

namespace {

// Most titles and comments have no markup; reading them as plain text is much faster.
bool has_markup(std::string_view html) {
  return html.find_first_of("<&") != std::string_view::npos;
}

}  // namespace

text::Field read_post_title(std::string_view title, std::string_view name, bool is_arqmath) {
  const bool is_plain =
      !is_arqmath || (!has_markup(title) && title.find('$') == std::string_view::npos);
  return is_plain ? text::read_plain_text(title, name) : text::read_html(title, name);
}

text::Field read_post_body(std::string_view body, bool is_arqmath) {
  return text::read_html(body, "body", {.delimited_formulas = !is_arqmath});
}

text::Field read_post_comment(std::string_view comment, bool is_arqmath) {
  // Not all formulas in comments were marked.
  return is_arqmath && has_markup(comment)
             ? text::read_html(comment, "comment", {.delimited_formulas = true})
             : text::read_plain_text(comment, "comment");
}

void add_tags(std::string_view tags, std::vector<std::string>& out) {
  constexpr std::string_view kSeparators = "<>|,";
  while (true) {
    const std::size_t begin = std::min(tags.find_first_not_of(kSeparators), tags.size());
    tags.remove_prefix(begin);
    if (tags.empty()) return;
    const std::size_t end = std::min(tags.find_first_of(kSeparators), tags.size());
    std::string_view tag = tags.substr(0, end);
    while (tag.starts_with(' ')) tag.remove_prefix(1);
    while (tag.ends_with(' ')) tag.remove_suffix(1);
    if (!tag.empty() && std::ranges::find(out, tag) == out.end()) out.emplace_back(tag);
    tags.remove_prefix(end);
  }
}

}  // namespace noether::collection
