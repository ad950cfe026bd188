#include "noether/collection/post_text.h"

#include <algorithm>

#include "noether/text/delimited_text.h"
#include "noether/text/html_text.h"

namespace noether::collection {
namespace {

// Most titles and comments have no markup, and are read much faster as what they are.
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
