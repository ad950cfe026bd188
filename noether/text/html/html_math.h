// Recognises the elements of HTML that are formulas, and extracts their LaTeX.
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
// The name of an element, including names that HTML does not define.
std::string_view html_tag_name(const GumboNode& node);

struct HtmlFormula {
  std::string latex;  // empty: a drawing of a formula that is given elsewhere; the reader skips it
  std::string id;
};

// Returns nothing if the markup does not show that the element is a formula.
std::optional<HtmlFormula> html_formula(const GumboNode& element);

// The LaTeX in the text of a `math-container`, which includes the delimiters.
std::string latex_of_container(std::string text);

}  // namespace noether::text
