// The texts of a post as fields. ARQMath writes titles and comments in HTML with marked formulas;
// a plain dump has plain titles and comments, and formulas between dollar signs everywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

text::Field read_post_title(std::string_view title, std::string_view name, bool is_arqmath);
text::Field read_post_body(std::string_view body, bool is_arqmath);
text::Field read_post_comment(std::string_view comment, bool is_arqmath);

// <calculus><limits>, or |calculus|limits| as newer dumps have it, or calculus,limits.
void add_tags(std::string_view tags, std::vector<std::string>& out);

}  // namespace noether::collection
