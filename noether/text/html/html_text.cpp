#include "noether/text/html/html_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/text/delimited_text.h"
#include "noether/text/html/html_math.h"
#include "noether/text/html/html_readers.h"

namespace noether::text {
namespace {

enum class ElementKind : unsigned char {
  Block,
  Paragraph,
  List,
  Item,
  Inline,
  Link,
  Code,
  Pre,
  Break,
  Rule,
  Image
};

struct Element {
  std::string_view name;
  ElementKind kind;
};
constexpr auto kElements = std::to_array<Element>({
    {"p", ElementKind::Paragraph},   {"em", ElementKind::Inline},
    {"strong", ElementKind::Inline}, {"a", ElementKind::Link},
    {"span", ElementKind::Inline},   {"br", ElementKind::Break},
    {"li", ElementKind::Item},       {"ul", ElementKind::List},
    {"ol", ElementKind::List},       {"blockquote", ElementKind::Block},
    {"code", ElementKind::Code},     {"pre", ElementKind::Pre},
    {"h1", ElementKind::Block},      {"h2", ElementKind::Block},
    {"h3", ElementKind::Block},      {"b", ElementKind::Inline},
    {"i", ElementKind::Inline},      {"sup", ElementKind::Inline},
    {"sub", ElementKind::Inline},    {"hr", ElementKind::Rule},
    {"img", ElementKind::Image},     {"del", ElementKind::Inline},
    {"kbd", ElementKind::Code},      {"div", ElementKind::Block},
});

const Element* element_by_name(std::string_view name) {
  const auto it = std::ranges::find(kElements, name, &Element::name);
  return it == kElements.end() ? nullptr : &*it;
}

// Whether an element of this class may be a formula.
bool is_mathematical(std::string_view classes) {
  for (const std::string_view part : {"ath", "atex", "tex", "mwe"}) {
    if (classes.find(part) != std::string_view::npos) return true;
  }
  return false;
}

class SimpleReader {
 public:
  SimpleReader(std::string_view html, HtmlOptions options, FieldBuilder& out)
      : html_(html), options_(options), out_(out) {}

  bool read() {
    while (at_ < html_.size()) {
      const std::size_t open = std::min(html_.find('<', at_), html_.size());
      if (open > at_ && !text(html_.substr(at_, open - at_))) return false;
      at_ = open;
      if (at_ == html_.size()) break;
      const bool closing = html_.substr(at_).starts_with("</");
      if (closing ? !end_tag() : !start_tag()) return false;
    }
    return depth_ == 0;
  }

 private:
  static constexpr std::size_t kMaxDepth = 40;

  // Replaces the usual character references in the text; returns nothing if there are others.
  std::optional<std::string_view> decode(std::string_view raw) {
    for (const char c : raw) {
      if (c == '\0' || c == '\r' || c == '\f') return std::nullopt;
    }
    if (base::find_invalid_utf8(raw)) return std::nullopt;
    std::size_t reference = raw.find('&');
    if (reference == std::string_view::npos) return raw;
    decoded_.clear();
    std::size_t begin = 0;
    for (; reference != std::string_view::npos; reference = raw.find('&', begin)) {
      decoded_.append(raw, begin, reference - begin);
      const std::string_view rest = raw.substr(reference + 1, 10);
      const std::size_t end = rest.find(';');
      if (end == std::string_view::npos || !append_reference(rest.substr(0, end))) {
        return std::nullopt;
      }
      begin = reference + end + 2;
    }
    decoded_.append(raw, begin);
    return decoded_;
  }

  bool append_reference(std::string_view name) {
    struct Reference {
      std::string_view name;
      std::string_view character;
    };
    for (const Reference& known :
         {Reference{"lt", "<"}, Reference{"gt", ">"}, Reference{"amp", "&"},
          Reference{"quot", "\""}, Reference{"nbsp", "\u00A0"}, Reference{"apos", "'"}}) {
      if (name == known.name) {
        decoded_ += known.character;
        return true;
      }
    }
    if (!name.starts_with('#')) return false;
    name.remove_prefix(1);
    unsigned value = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (error != std::errc() || end != name.data() + name.size()) return false;
    // HTML has special rules for numbers that are not characters.
    if (value < 0x20 || (value >= 0x7F && value < 0xA0) || value >= 0xD800) return false;
    base::append_code_point(decoded_, static_cast<char32_t>(value));
    return true;
  }

  bool text(std::string_view raw) {
    const std::optional<std::string_view> decoded = decode(raw);
    if (!decoded) return false;
    if (preformatted_ > 0) {
      out_.append_verbatim(*decoded);
    } else if (options_.delimited_formulas && code_ == 0) {
      append_delimited(*decoded, out_);
    } else {
      out_.append(*decoded);
    }
    return true;
  }

  bool start_tag() {
    std::size_t at = at_ + 1;
    while (at < html_.size() &&
           (base::is_letter(html_[at]) || (html_[at] >= '0' && html_[at] <= '9'))) {
      ++at;
    }
    const Element* element = element_by_name(html_.substr(at_ + 1, at - at_ - 1));
    if (element == nullptr) return false;
    at_ = at;
    class_ = {};
    id_ = {};
    if (!attributes()) return false;
    if (class_ == "math-container" && element->name == "span") return formula();
    if (!class_.empty() && is_mathematical(class_)) return false;
    return open(*element);
  }

  // name="value" ... up to the > of the tag.
  bool attributes() {
    for (;;) {
      while (at_ < html_.size() && (html_[at_] == ' ' || html_[at_] == '\n')) ++at_;
      if (html_.substr(at_).starts_with("/>")) ++at_;
      if (at_ >= html_.size()) return false;
      if (html_[at_] == '>') {
        ++at_;
        return true;
      }
      const std::size_t name = at_;
      while (at_ < html_.size() && (base::is_letter(html_[at_]) || html_[at_] == '-')) ++at_;
      const std::string_view key = html_.substr(name, at_ - name);
      if (key.empty() || !html_.substr(at_).starts_with("=\"")) return false;
      const std::size_t close = html_.find('"', at_ + 2);
      if (close == std::string_view::npos) return false;
      const std::string_view value = html_.substr(at_ + 2, close - at_ - 2);
      at_ = close + 1;
      if (key == "class" || key == "id") {
        if (value.find_first_of("&\r\n\t") != std::string_view::npos) return false;
        if (base::find_invalid_utf8(value) || value.find('\0') != std::string_view::npos) {
          return false;
        }
        std::string_view& kept = key == "class" ? class_ : id_;
        if (kept.data() != nullptr) return false;
        kept = value;
      } else if (!std::ranges::all_of(key, [](char c) { return c >= 'a' && c <= 'z'; })) {
        return false;
      }
    }
  }

  bool formula() {
    const std::size_t end = html_.find('<', at_);
    if (end == std::string_view::npos || !html_.substr(end).starts_with("</span>")) return false;
    const std::optional<std::string_view> decoded = decode(html_.substr(at_, end - at_));
    if (!decoded) return false;
    out_.append_formula(latex_of_container(std::string(*decoded)), id_);
    at_ = end + 7;
    return true;
  }

  bool is_open(ElementKind kind) const {
    return std::find_if(open_.begin(), open_.begin() + depth_, [&](const Element* e) {
             return e->kind == kind;
           }) != open_.begin() + depth_;
  }

  bool open(const Element& element) {
    switch (element.kind) {
      case ElementKind::Image:
        return true;
      case ElementKind::Break:
        out_.end_paragraph();
        return true;
      case ElementKind::Rule:
      case ElementKind::Block:
      case ElementKind::Paragraph:
      case ElementKind::List:
      case ElementKind::Pre:
      case ElementKind::Item:
        // Here, the parser would close a paragraph or a heading.
        if (paragraphs_ > 0) return false;
        if (element.kind == ElementKind::Item &&
            (depth_ == 0 || open_[depth_ - 1]->kind != ElementKind::List)) {
          return false;
        }
        out_.end_paragraph();
        if (element.kind == ElementKind::Rule) return true;
        break;
      case ElementKind::Link:
        if (is_open(ElementKind::Link)) return false;
        break;
      case ElementKind::Code:
      case ElementKind::Inline:
        break;
    }
    if (depth_ == kMaxDepth) return false;
    open_[depth_++] = &element;
    if (element.kind == ElementKind::Paragraph || element.name[0] == 'h') ++paragraphs_;
    if (element.kind == ElementKind::Code) ++code_;
    if (element.kind == ElementKind::Pre) ++preformatted_;
    return true;
  }

  bool end_tag() {
    if (depth_ == 0) return false;
    const Element& element = *open_[depth_ - 1];
    const std::string_view rest = html_.substr(at_ + 2);
    if (!rest.starts_with(element.name) || rest.size() == element.name.size() ||
        rest[element.name.size()] != '>') {
      return false;
    }
    at_ += element.name.size() + 3;
    --depth_;
    if (element.kind == ElementKind::Paragraph || element.name[0] == 'h') --paragraphs_;
    if (element.kind == ElementKind::Code) --code_;
    if (element.kind != ElementKind::Code && element.kind != ElementKind::Inline &&
        element.kind != ElementKind::Link) {
      out_.end_paragraph();
    }
    if (element.kind == ElementKind::Pre) --preformatted_;
    return true;
  }

  std::string_view html_;
  HtmlOptions options_;
  FieldBuilder& out_;
  std::size_t at_ = 0;
  std::array<const Element*, kMaxDepth> open_{};
  std::size_t depth_ = 0;
  int paragraphs_ = 0;  // open elements that a block inside them would close
  int code_ = 0;
  int preformatted_ = 0;
  std::string_view class_;
  std::string_view id_;
  std::string decoded_;
};

}  // namespace

bool append_simple_html(std::string_view html, HtmlOptions options, FieldBuilder& out) {
  return SimpleReader(html, options, out).read();
}

Field read_html(std::string_view html, std::string_view name, HtmlOptions options) {
  FieldBuilder out{std::string(name)};
  if (!append_simple_html(html, options, out)) {
    out.take();
    append_html_tree(html, options, out);
  }
  return out.take();
}

}  // namespace noether::text
