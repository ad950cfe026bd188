#include "noether/text/html/html_readers.h"

#include <gumbo.h>

#include <memory>

#include "noether/text/delimited_text.h"
#include "noether/text/field_builder.h"
#include "noether/text/html/html_math.h"

namespace noether::text {
namespace {

enum class Display : unsigned char { Inline, Block, Cell, Break, Dropped, Code, Preformatted };

Display display_of(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_P:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_SUMMARY:
      return Display::Block;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      return Display::Cell;
    case GUMBO_TAG_BR:
    case GUMBO_TAG_HR:
      return Display::Break;
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_VIDEO:
      return Display::Dropped;
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_SAMP:
    case GUMBO_TAG_TT:
      return Display::Code;
    case GUMBO_TAG_PRE:
      return Display::Preformatted;
    default:
      return Display::Inline;
  }
}

class HtmlWalker {
 public:
  HtmlWalker(FieldBuilder& out, HtmlOptions options) : out_(out), options_(options) {}

  void walk(const GumboNode& node, int depth = 0) {
    switch (node.type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        text(node.v.text.text);
        break;
      case GUMBO_NODE_ELEMENT:
        if (depth < kMaxHtmlTreeDepth) element(node, depth);
        break;
      default:
        break;
    }
  }

  void walk_children(const GumboNode& node, int depth) {
    const GumboVector& children = node.v.element.children;
    for (unsigned i = 0; i < children.length; ++i) {
      walk(*static_cast<const GumboNode*>(children.data[i]), depth + 1);
    }
  }

 private:
  void text(std::string_view text) {
    if (preformatted_ > 0) {
      out_.append_verbatim(text);
    } else if (options_.delimited_formulas && code_ == 0) {
      append_delimited(text, out_);
    } else {
      out_.append(text);
    }
  }

  void element(const GumboNode& node, int depth) {
    if (const std::optional<HtmlFormula> formula = html_formula(node)) {
      out_.append_formula(formula->latex, formula->id);
      return;
    }
    switch (display_of(node.v.element.tag)) {
      case Display::Dropped:
        return;
      case Display::Break:
        out_.end_paragraph();
        return;
      case Display::Inline:
        walk_children(node, depth);
        return;
      case Display::Cell:
        out_.append_blank();
        walk_children(node, depth);
        out_.append_blank();
        return;
      case Display::Code:
        ++code_;
        walk_children(node, depth);
        --code_;
        return;
      case Display::Block:
        out_.end_paragraph();
        walk_children(node, depth);
        out_.end_paragraph();
        return;
      case Display::Preformatted:
        ++preformatted_;
        out_.end_paragraph();
        walk_children(node, depth);
        out_.end_paragraph();
        --preformatted_;
        return;
    }
  }

  FieldBuilder& out_;
  HtmlOptions options_;
  int code_ = 0;          // open elements of code, which contains no formulas
  int preformatted_ = 0;  // open elements that preserve white space
};

class HtmlTree {
 public:
  HtmlTree(std::string_view html, GumboTag context)
      : options_(kGumboDefaultOptions), html_(guard_html(html, copy_)) {
    options_.fragment_context = context;
    options_.max_errors = 0;
    output_.reset(gumbo_parse_with_options(&options_, html_.data(), html_.size()));
  }

  const GumboNode& root() const { return *output_->root; }

 private:
  struct Destroy {
    void operator()(GumboOutput* output) const {
      gumbo_destroy_output(&kGumboDefaultOptions, output);
    }
  };

  GumboOptions options_;
  std::string copy_;
  std::string_view html_;
  std::unique_ptr<GumboOutput, Destroy> output_;
};

const GumboNode* find_element(const GumboNode& node, GumboTag tag, int depth = 0) {
  if (node.type != GUMBO_NODE_ELEMENT || depth > kMaxHtmlTreeDepth) return nullptr;
  if (node.v.element.tag == tag) return &node;
  const GumboVector& children = node.v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto& child = *static_cast<const GumboNode*>(children.data[i]);
    if (const GumboNode* found = find_element(child, tag, depth + 1)) return found;
  }
  return nullptr;
}

}  // namespace

void append_html_tree(std::string_view html, HtmlOptions options, FieldBuilder& out) {
  const HtmlTree tree(html, GUMBO_TAG_DIV);
  HtmlWalker(out, options).walk_children(tree.root(), 0);
}

HtmlPage read_html_page(std::string_view html, HtmlOptions options) {
  const HtmlTree tree(html, GUMBO_TAG_LAST);
  FieldBuilder title("title");
  if (const GumboNode* node = find_element(tree.root(), GUMBO_TAG_TITLE)) {
    HtmlWalker(title, options).walk_children(*node, 0);
  }
  if (title.empty()) {
    if (const GumboNode* node = find_element(tree.root(), GUMBO_TAG_H1)) {
      HtmlWalker(title, options).walk_children(*node, 0);
    }
  }
  FieldBuilder body("body");
  HtmlWalker(body, options).walk(tree.root());
  return {title.take(), body.take()};
}

}  // namespace noether::text
