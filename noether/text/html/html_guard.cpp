#include "noether/text/html/html_readers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "noether/base/ascii.h"

namespace noether::text {
namespace {

using Names = std::initializer_list<std::string_view>;

bool among(std::string_view name, Names names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_void(std::string_view name) {
  return among(name, {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                      "param", "source", "track", "wbr"});
}

bool is_formatting(std::string_view name) {
  return among(name, {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike",
                      "strong", "tt", "u"});
}

bool is_table_part(std::string_view name) {
  return among(name, {"table", "caption", "colgroup", "tbody", "thead", "tfoot", "tr", "td", "th"});
}

// Elements whose content is text, even if it looks like markup.
bool is_raw(std::string_view name) {
  return among(name, {"script", "style", "textarea", "title", "xmp", "iframe", "noembed",
                      "noframes", "plaintext"});
}

// An end tag inside one of these elements does not close an element outside it.
bool is_boundary(std::string_view name) {
  return is_table_part(name) ||
         among(name, {"applet", "button", "desc", "foreignobject", "html", "marquee", "math", "mi",
                      "mn", "mo", "ms", "mtext", "object", "ol", "svg", "template", "title", "ul"});
}

// Whether the start of `name` ends an open `top`.
bool ends_implicitly(std::string_view top, std::string_view name) {
  if (name == "p" || name == "option") return top == name;
  if (name == "li") return among(top, {"li", "p"});
  if (among(name, {"dt", "dd"})) return among(top, {"dt", "dd", "p"});
  if (among(name, {"td", "th"})) return among(top, {"td", "th"});
  if (name == "tr") return among(top, {"td", "th", "tr"});
  return false;
}

bool is_html_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

struct SourceTag {
  std::size_t begin;
  std::size_t end;  // behind its >
  bool closing;
  std::size_t attributes;
  std::array<char, 16> name_bytes;  // lower case, cut; longer names are compared by their beginning
  std::size_t name_size;

  std::string_view name() const { return {name_bytes.data(), name_size}; }
};

SourceTag read_tag(std::string_view html, std::size_t begin) {
  SourceTag tag{begin, html.size(), false, 0, {}, 0};
  std::size_t at = begin + 1;
  tag.closing = html[at] == '/';
  if (tag.closing) ++at;
  for (; at < html.size() && !is_html_blank(html[at]) && html[at] != '>' && html[at] != '/'; ++at) {
    if (tag.name_size == tag.name_bytes.size()) continue;
    const char c = html[at];
    tag.name_bytes[tag.name_size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  char before = '\0';
  while (at < html.size() && html[at] != '>') {
    const char c = html[at];
    if (is_html_blank(c) || c == '/') {
      before = c;
      ++at;
      continue;
    }
    if (before != '=' && c != '=') ++tag.attributes;
    if ((c == '"' || c == '\'') && before == '=') {
      const std::size_t close = html.find(c, at + 1);
      at = close == std::string_view::npos ? html.size() : close + 1;
      before = c;
      continue;
    }
    // A name, or a value without quotes.
    while (at < html.size() && !is_html_blank(html[at]) && html[at] != '>' && html[at] != '/' &&
           !(html[at] == '=' && before != '=')) {
      ++at;
    }
    before = 'a';
    while (at < html.size() && is_html_blank(html[at])) ++at;
    if (at < html.size() && html[at] == '=') {
      ++at;
      before = '=';
      while (at < html.size() && is_html_blank(html[at])) ++at;
    }
  }
  tag.end = std::min(at + 1, html.size());
  return tag;
}

class Guard {
 public:
  Guard(std::string_view html, std::string& copy) : html_(html), copy_(copy) {}

  std::string_view run(bool drop_formatting) {
    std::size_t at = 0;
    while ((at = html_.find('<', at)) != std::string_view::npos && at + 1 < html_.size()) {
      const char next = html_[at + 1];
      const bool closing = next == '/' && at + 2 < html_.size() && base::is_letter(html_[at + 2]);
      if (!base::is_letter(next) && !closing) {
        at = next == '!' || next == '?' || next == '/' ? skip_declaration(at) : at + 1;
        continue;
      }
      const SourceTag tag = read_tag(html_, at);
      at = tag.end;
      const bool raw = !tag.closing && is_raw(tag.name());
      // In svg, math and select, the guard does not know whether the content of the tag is text.
      const bool unsure = raw && (foreign_ > 0 || selects_ > 0);
      const bool kept = !unsure && (tag.closing ? end_tag(tag) : start_tag(tag));
      if (!kept || (drop_formatting && is_formatting(tag.name()))) drop(tag.begin, tag.end);
      if (copies_ > kMaxHtmlCopies && !drop_formatting) return {};
      if (kept && raw) at = skip_raw(at, tag.name());
    }
    if (written_ == 0) return html_;
    copy_.append(html_, written_, std::string_view::npos);
    return copy_;
  }

  bool too_many_copies() const { return copies_ > kMaxHtmlCopies; }

 private:
  // Returns the end of a comment, or of a construct that the parser treats as a comment.
  std::size_t skip_declaration(std::size_t at) {
    const std::string_view rest = html_.substr(at);
    if (rest.starts_with("<![CDATA[") && foreign_ > 0) {
      drop(at, at + 9);
      return at + 9;
    }
    if (!rest.starts_with("<!--")) return after(">", at);
    if (rest.starts_with("<!-->")) return at + 5;
    if (rest.starts_with("<!--->")) return at + 6;
    const std::size_t end = after("-->", at + 4);
    const std::size_t early = html_.substr(0, end).find("--!>", at + 4);
    return early == std::string_view::npos ? end : early + 4;
  }

  std::size_t after(std::string_view end, std::size_t at) const {
    const std::size_t found = html_.find(end, at);
    return found == std::string_view::npos ? html_.size() : found + end.size();
  }

  // Returns the end of the text of a script or similar element, at its end tag.
  std::size_t skip_raw(std::size_t at, std::string_view name) const {
    while ((at = html_.find("</", at)) != std::string_view::npos) {
      if (at + 2 + name.size() > html_.size()) break;
      if (std::equal(name.begin(), name.end(), html_.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                     [](char a, char b) { return a == (b | 0x20); })) {
        return at;
      }
      at += 2;
    }
    return html_.size();
  }

  bool start_tag(const SourceTag& tag) {
    if (tag.attributes > kMaxHtmlAttributes) return false;
    if (is_void(tag.name())) return true;
    while (!open_.empty() && ends_implicitly(open_.back().name(), tag.name())) pop();
    if (open_.size() >= kMaxHtmlDepth) return false;
    copies_ += leaked_;
    open_.push_back(tag);
    count(tag.name(), 1);
    return true;
  }

  bool end_tag(const SourceTag& tag) {
    const std::string_view name = tag.name();
    for (std::size_t i = open_.size(); i-- > 0;) {
      const std::string_view candidate = open_[i].name();
      if (candidate == name) {
        while (open_.size() > i + 1) {
          if (is_formatting(open_.back().name())) ++leaked_;
          pop();
        }
        pop();
        return true;
      }
      const bool stops =
          is_table_part(name) ? among(candidate, {"table", "template"}) : is_boundary(candidate);
      if (stops) break;
    }
    return true;
  }

  void pop() {
    count(open_.back().name(), -1);
    open_.pop_back();
  }

  void count(std::string_view name, int change) {
    if (name == "svg" || name == "math") foreign_ += change;
    if (name == "select") selects_ += change;
  }

  void drop(std::size_t begin, std::size_t end) {
    copy_.append(html_, written_, begin - written_);
    copy_ += ' ';
    written_ = end;
  }

  std::string_view html_;
  std::string& copy_;
  std::size_t written_ = 0;  // bytes of `html_` that the copy already has
  std::vector<SourceTag> open_;
  int foreign_ = 0;  // open svg and math elements
  int selects_ = 0;
  std::size_t leaked_ = 0;  // formatting elements that their parent closed
  std::size_t copies_ = 0;
};

}  // namespace

std::string_view guard_html(std::string_view html, std::string& copy) {
  copy.clear();
  Guard first(html, copy);
  const std::string_view kept = first.run(false);
  if (!first.too_many_copies()) return kept;
  copy.clear();
  return Guard(html, copy).run(true);
}

}  // namespace noether::text
