// Converts HTML, a fragment or a page, to text with formulas.
// It finds formulas in all the usual markup of the web: `math-container` spans of Stack Exchange,
// MathML, KaTeX, MathJax 2 and 3, and the images of Wikipedia. Each formula is read once, as LaTeX,
// however often the markup repeats it. Block elements end paragraphs; scripts, styles and
// navigation are left out; code stays text.
// No HTML is refused. Nesting and the number of attributes are bounded before the parser sees them,
// so that time stays proportional to the bytes.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/document.h"

namespace noether::text {

struct HtmlOptions {
  // Whether $...$, $$...$$, \(...\) and \[...\] in the text are formulas; for pages and posts
  // without markup for formulas. Code is not searched.
  bool delimited_formulas = false;
};

struct HtmlPage {
  Field title;  // <title>, else the first <h1>; named "title"
  Field body;   // named "body"
};

Field read_html(std::string_view html, std::string_view name, HtmlOptions options = {});
HtmlPage read_html_page(std::string_view html, HtmlOptions options = {});

}  // namespace noether::text
