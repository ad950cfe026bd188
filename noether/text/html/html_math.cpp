#include "noether/text/html/html_math.h"

#include <vector>

#include "noether/base/xml_text.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/mathml/mathml.h"
#include "noether/formula/notation/latex_writer.h"

namespace noether::text {
namespace {

const GumboVector& children(const GumboNode& node) { return node.v.element.children; }
const GumboNode& child(const GumboNode& node, unsigned i) {
  return *static_cast<const GumboNode*>(children(node).data[i]);
}
bool is_element(const GumboNode& node) {
  return node.type == GUMBO_NODE_ELEMENT || node.type == GUMBO_NODE_TEMPLATE;
}
bool is_text(const GumboNode& node) {
  return node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_WHITESPACE ||
         node.type == GUMBO_NODE_CDATA;
}

// The first element below for which `wanted` holds, in the order of the document.
template <typename Wanted>
const GumboNode* find_below(const GumboNode& node, const Wanted& wanted, int depth = 0) {
  if (!is_element(node) || depth > kMaxHtmlTreeDepth) return nullptr;
  for (unsigned i = 0; i < children(node).length; ++i) {
    const GumboNode& next = child(node, i);
    if (!is_element(next)) continue;
    if (wanted(next)) return &next;
    if (const GumboNode* found = find_below(next, wanted, depth + 1)) return found;
  }
  return nullptr;
}

const GumboNode* next_element(const GumboNode& node) {
  const GumboNode* parent = node.parent;
  if (parent == nullptr || !is_element(*parent)) return nullptr;
  for (unsigned i = static_cast<unsigned>(node.index_within_parent) + 1;
       i < children(*parent).length; ++i) {
    const GumboNode& next = child(*parent, i);
    if (is_element(next)) return &next;
    if (next.type == GUMBO_NODE_TEXT) return nullptr;
  }
  return nullptr;
}

bool is_tex_script(const GumboNode& node) {
  return node.v.element.tag == GUMBO_TAG_SCRIPT &&
         html_attribute(node, "type").starts_with("math/tex");
}

bool is_math(const GumboNode& node) { return node.v.element.tag == GUMBO_TAG_MATH; }

bool is_tex_annotation(const GumboNode& node) {
  return html_tag_name(node) == "annotation" &&
         html_attribute(node, "encoding").find("tex") != std::string_view::npos;
}

void append_xml(const GumboNode& node, std::string& out, int depth = 0) {
  if (is_text(node)) {
    base::append_xml_text(out, node.v.text.text);
    return;
  }
  if (!is_element(node) || depth > kMaxHtmlTreeDepth) return;
  const std::string_view name = html_tag_name(node);
  if (name.starts_with("annotation")) return;
  out += '<';
  out += name;
  const GumboVector& attributes = node.v.element.attributes;
  for (unsigned i = 0; i < attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(attributes.data[i]);
    const std::string_view key = attribute.name;
    if (key != "mathvariant" && key != "display" && !key.starts_with("open") &&
        !key.starts_with("close") && key != "separators" && key != "width" &&
        key != "linethickness" && key != "notation" && key != "class" && key != "fence") {
      continue;
    }
    out += ' ';
    out += key;
    out += "=\"";
    base::append_xml_text(out, attribute.value);
    out += '"';
  }
  out += '>';
  for (unsigned i = 0; i < children(node).length; ++i) append_xml(child(node, i), out, depth + 1);
  out += "</";
  out += name;
  out += '>';
}

// Wikipedia puts every formula into {\displaystyle ...}.
std::string_view without_display_style(std::string_view latex) {
  for (const std::string_view open : {"{\\displaystyle", "{\\textstyle"}) {
    if (!latex.starts_with(open) || !latex.ends_with('}')) continue;
    const std::string_view inside = latex.substr(open.size(), latex.size() - open.size() - 1);
    int depth = 0;
    for (std::size_t i = 0; i < inside.size() && depth >= 0; ++i) {
      if (inside[i] == '\\') {
        ++i;
      } else if (inside[i] == '{') {
        ++depth;
      } else if (inside[i] == '}') {
        --depth;
      }
    }
    if (depth == 0) return formula::strip_delimiters(inside);
  }
  return latex;
}

std::string clean(std::string_view latex) {
  return std::string(without_display_style(formula::strip_delimiters(latex)));
}

std::string latex_from_mathml(std::string_view xml) {
  formula::LayoutTree layout;
  std::vector<base::Error> diagnostics;
  if (!formula::read_presentation(xml, layout, diagnostics)) return {};
  std::string latex;
  formula::write_latex(layout, latex);
  return latex;
}

// An alternative text in words ("x squared") is not LaTeX.
bool is_spoken(std::string_view alternative) {
  if (alternative.find_first_of("\\^_{") != std::string_view::npos) return false;
  std::size_t run = 0;
  for (const char c : alternative) {
    run = c >= 'a' && c <= 'z' ? run + 1 : 0;
    if (run >= 4) return true;
  }
  return false;
}

std::string latex_of_math(const GumboNode& math) {
  if (const GumboNode* annotation = find_below(math, is_tex_annotation)) {
    std::string text;
    append_html_text(*annotation, text);
    if (std::string latex = clean(text); !latex.empty()) return latex;
  }
  const std::string_view alternative = html_attribute(math, "alttext");
  if (!alternative.empty() && !is_spoken(alternative)) return clean(alternative);
  std::string xml;
  append_xml(math, xml);
  return latex_from_mathml(xml);
}

std::string latex_of_text(const GumboNode& element) {
  std::string text;
  append_html_text(element, text);
  return clean(text);
}

bool starts_with_delimiter(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  return text.starts_with('$') || text.starts_with("\\(") || text.starts_with("\\[") ||
         text.starts_with("\\begin{");
}

// Stack Exchange and Pandoc: the text between delimiters, unless a script has already drawn it.
std::optional<HtmlFormula> from_container(const GumboNode& element) {
  std::string text;
  append_html_text(element, text);
  const bool plain = find_below(element, [](const GumboNode&) { return true; }) == nullptr;
  if (!starts_with_delimiter(text) && !plain) return std::nullopt;
  return HtmlFormula{latex_of_container(std::move(text)),
                     std::string(html_attribute(element, "id"))};
}

// Output of MathJax: its source is in a script right behind it, or only in MathML.
HtmlFormula from_mathjax(const GumboNode& element) {
  const GumboNode* next = next_element(element);
  if (next == nullptr && element.parent != nullptr && is_element(*element.parent) &&
      has_html_class(*element.parent, "MathJax_Display")) {
    next = next_element(*element.parent);
  }
  if (next != nullptr && is_tex_script(*next)) return {};
  const std::string_view mathml = html_attribute(element, "data-mathml");
  if (!mathml.empty()) return {latex_from_mathml(mathml), {}};
  if (const GumboNode* math = find_below(element, is_math)) return {latex_of_math(*math), {}};
  return {};
}

bool is_formula_image(const GumboNode& image) {
  return has_html_class(image, "tex") || has_html_class(image, "latex") ||
         html_attribute(image, "class").find("mwe-math-fallback") != std::string_view::npos;
}

}  // namespace

// The last dollar sign is always the delimiter here: `$5\$` is the trimmed form of `$5\ $`.
std::string latex_of_container(std::string text) {
  if (text.ends_with("\\$")) text.insert(text.size() - 1, " ");
  return clean(text);
}

std::string_view html_attribute(const GumboNode& node, const char* name) {
  if (!is_element(node)) return {};
  const GumboAttribute* attribute = gumbo_get_attribute(&node.v.element.attributes, name);
  return attribute == nullptr ? std::string_view() : attribute->value;
}

bool has_html_class(const GumboNode& node, std::string_view name) {
  const std::string_view classes = html_attribute(node, "class");
  std::size_t at = 0;
  while ((at = classes.find(name, at)) != std::string_view::npos) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || classes[at - 1] == ' ' || classes[at - 1] == '\n';
    if (begins && (end == classes.size() || classes[end] == ' ' || classes[end] == '\n')) {
      return true;
    }
    at = end;
  }
  return false;
}

void append_html_text(const GumboNode& node, std::string& out) {
  if (is_text(node)) {
    out += node.v.text.text;
  } else if (is_element(node)) {
    for (unsigned i = 0; i < children(node).length; ++i) append_html_text(child(node, i), out);
  }
}

std::string_view html_tag_name(const GumboNode& node) {
  if (node.v.element.tag != GUMBO_TAG_UNKNOWN) {
    return gumbo_normalized_tagname(node.v.element.tag);
  }
  GumboStringPiece name = node.v.element.original_tag;
  gumbo_tag_from_original_text(&name);
  return {name.data, name.length};
}

std::optional<HtmlFormula> html_formula(const GumboNode& element) {
  switch (element.v.element.tag) {
    case GUMBO_TAG_MATH:
      return HtmlFormula{latex_of_math(element), std::string(html_attribute(element, "id"))};
    case GUMBO_TAG_SCRIPT:
      if (is_tex_script(element)) return HtmlFormula{latex_of_text(element), {}};
      return std::nullopt;
    case GUMBO_TAG_IMG:
      if (is_formula_image(element)) return HtmlFormula{clean(html_attribute(element, "alt")), {}};
      return std::nullopt;
    case GUMBO_TAG_UNKNOWN:
      if (html_tag_name(element).starts_with("mjx-")) return from_mathjax(element);
      return std::nullopt;
    default:
      break;
  }
  const std::string_view classes = html_attribute(element, "class");
  if (classes.empty()) return std::nullopt;
  if (has_html_class(element, "math-container")) return from_container(element);
  if (has_html_class(element, "math") && element.v.element.tag == GUMBO_TAG_SPAN) {
    return from_container(element);
  }
  if (has_html_class(element, "katex")) {
    const GumboNode* math = find_below(element, is_math);
    if (math == nullptr) return std::nullopt;
    return HtmlFormula{latex_of_math(*math), std::string(html_attribute(element, "id"))};
  }
  if (has_html_class(element, "mwe-math-element")) {
    if (const GumboNode* math = find_below(element, is_math)) {
      return HtmlFormula{latex_of_math(*math), {}};
    }
    return std::nullopt;
  }
  if (has_html_class(element, "MathJax_Preview")) return HtmlFormula{};
  for (const std::string_view drawn : {"MathJax", "MathJax_SVG", "MathJax_CHTML"}) {
    if (has_html_class(element, drawn)) return from_mathjax(element);
  }
  return std::nullopt;
}

}  // namespace noether::text
