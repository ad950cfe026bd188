// Formulas in HTML: which element is one, and its LaTeX.
#pragma once

#include <gumbo.h>

#include <optional>
#include <string>
#include <string_view>

namespace noether::text {

// The maximum depth of the tree; the guard keeps trees far below it.
inline constexpr int kMaxHtmlTreeDepth = 2'000;

// The value of an attribute; empty if it is missing.
std::string_view html_attribute(const GumboNode& node, const char* name);
bool has_html_class(const GumboNode& node, std::string_view name);
// Appends all text inside, unchanged.
void append_html_text(const GumboNode& node, std::string& out);
// The name of an element, also one that HTML does not know.
std::string_view html_tag_name(const GumboNode& node);

struct HtmlFormula {
  std::string latex;  // empty: a drawing of a formula that stands elsewhere, to be left out
  std::string id;
};

// Nothing when the element is no formula by its markup.
std::optional<HtmlFormula> html_formula(const GumboNode& element);

// The LaTeX of the text of a `math-container`, which is between delimiters.
std::string latex_of_container(std::string text);

}  // namespace noether::text
