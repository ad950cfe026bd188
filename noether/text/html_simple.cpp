#include "noether/text/html_simple.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "noether/base/utf8.h"
#include "noether/text/delimited_text.h"
#include "noether/text/html_math.h"

namespace noether::text {
namespace {

enum class Tag : unsigned char {
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
  Tag tag;
};
constexpr auto kElements = std::to_array<Element>({
    {"p", Tag::Paragraph}, {"em", Tag::Inline},        {"strong", Tag::Inline}, {"a", Tag::Link},
    {"span", Tag::Inline}, {"br", Tag::Break},         {"li", Tag::Item},       {"ul", Tag::List},
    {"ol", Tag::List},     {"blockquote", Tag::Block}, {"code", Tag::Code},     {"pre", Tag::Pre},
    {"h1", Tag::Block},    {"h2", Tag::Block},         {"h3", Tag::Block},      {"b", Tag::Inline},
    {"i", Tag::Inline},    {"sup", Tag::Inline},       {"sub", Tag::Inline},    {"hr", Tag::Rule},
    {"img", Tag::Image},   {"del", Tag::Inline},       {"kbd", Tag::Code},      {"div", Tag::Block},
});

const Element* element_by_name(std::string_view name) {
  const auto it = std::ranges::find(kElements, name, &Element::name);
  return it == kElements.end() ? nullptr : &*it;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

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

  // The text with its character references replaced; nothing when it has any but the usual ones.
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
    // HTML has rules of its own for numbers that are no characters.
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
    while (at < html_.size() && (is_letter(html_[at]) || (html_[at] >= '0' && html_[at] <= '9'))) {
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
      while (at_ < html_.size() && (is_letter(html_[at_]) || html_[at_] == '-')) ++at_;
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

  bool is_open(Tag tag) const {
    return std::find_if(open_.begin(), open_.begin() + depth_,
                        [&](const Element* e) { return e->tag == tag; }) != open_.begin() + depth_;
  }

  bool open(const Element& element) {
    switch (element.tag) {
      case Tag::Image:
        return true;
      case Tag::Break:
        out_.end_paragraph();
        return true;
      case Tag::Rule:
      case Tag::Block:
      case Tag::Paragraph:
      case Tag::List:
      case Tag::Pre:
      case Tag::Item:
        // The parser would close a paragraph or a heading here.
        if (paragraphs_ > 0) return false;
        if (element.tag == Tag::Item && (depth_ == 0 || open_[depth_ - 1]->tag != Tag::List)) {
          return false;
        }
        out_.end_paragraph();
        if (element.tag == Tag::Rule) return true;
        break;
      case Tag::Link:
        if (is_open(Tag::Link)) return false;
        break;
      case Tag::Code:
      case Tag::Inline:
        break;
    }
    if (depth_ == kMaxDepth) return false;
    open_[depth_++] = &element;
    if (element.tag == Tag::Paragraph || element.name[0] == 'h') ++paragraphs_;
    if (element.tag == Tag::Code) ++code_;
    if (element.tag == Tag::Pre) ++preformatted_;
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
    if (element.tag == Tag::Paragraph || element.name[0] == 'h') --paragraphs_;
    if (element.tag == Tag::Code) --code_;
    if (element.tag != Tag::Code && element.tag != Tag::Inline && element.tag != Tag::Link) {
      out_.end_paragraph();
    }
    if (element.tag == Tag::Pre) --preformatted_;
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

}  // namespace noether::text
