#include "noether/text/html_guard.h"

#include <algorithm>
#include <array>
#include <vector>

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

// Elements that an end tag of something else does not reach through.
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

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

struct Tag {
  std::size_t begin;
  std::size_t end;  // behind its >
  bool closing;
  bool self_closing;
  std::size_t attributes;
  std::array<char, 16> name_bytes;  // lower case, cut; longer names are compared by their beginning
  std::size_t name_size;

  std::string_view name() const { return {name_bytes.data(), name_size}; }
};

Tag read_tag(std::string_view html, std::size_t begin) {
  Tag tag{begin, html.size(), false, false, 0, {}, 0};
  std::size_t at = begin + 1;
  tag.closing = html[at] == '/';
  if (tag.closing) ++at;
  for (; at < html.size() && !is_blank(html[at]) && html[at] != '>' && html[at] != '/'; ++at) {
    if (tag.name_size == tag.name_bytes.size()) continue;
    const char c = html[at];
    tag.name_bytes[tag.name_size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  char before = '\0';
  while (at < html.size() && html[at] != '>') {
    const char c = html[at];
    if (is_blank(c) || c == '/') {
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
    while (at < html.size() && !is_blank(html[at]) && html[at] != '>' && html[at] != '/' &&
           !(html[at] == '=' && before != '=')) {
      ++at;
    }
    before = 'a';
    while (at < html.size() && is_blank(html[at])) ++at;
    if (at < html.size() && html[at] == '=') {
      ++at;
      before = '=';
      while (at < html.size() && is_blank(html[at])) ++at;
    }
  }
  tag.self_closing = at > begin && html[at - 1] == '/';
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
      const bool closing = next == '/' && at + 2 < html_.size() && is_letter(html_[at + 2]);
      if (!is_letter(next) && !closing) {
        ++at;
        continue;
      }
      const Tag tag = read_tag(html_, at);
      at = tag.end;
      const bool kept = tag.closing ? end_tag(tag) : start_tag(tag);
      if (!kept || (drop_formatting && is_formatting(tag.name()))) drop(tag);
      if (copies_ > kMaxHtmlCopies && !drop_formatting) return {};
      if (kept && !tag.closing && foreign_ == 0 && among(tag.name(), {"script", "style"})) {
        at = skip_raw(at, tag.name());
      }
    }
    if (written_ == 0) return html_;
    copy_.append(html_, written_, std::string_view::npos);
    return copy_;
  }

  bool too_many_copies() const { return copies_ > kMaxHtmlCopies; }

 private:
  // Behind a script or style, at its end tag.
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

  bool start_tag(const Tag& tag) {
    if (tag.attributes > kMaxHtmlAttributes) return false;
    if (is_void(tag.name())) return true;
    if (foreign_ > 0 && tag.self_closing) return true;
    while (!open_.empty() && ends_implicitly(open_.back().name(), tag.name())) pop();
    if (open_.size() >= kMaxHtmlDepth) return false;
    copies_ += leaked_;
    open_.push_back(tag);
    if (among(tag.name(), {"svg", "math"})) ++foreign_;
    return true;
  }

  bool end_tag(const Tag& tag) {
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
    if (among(open_.back().name(), {"svg", "math"})) --foreign_;
    open_.pop_back();
  }

  void drop(const Tag& tag) {
    copy_.append(html_, written_, tag.begin - written_);
    copy_ += ' ';
    written_ = tag.end;
  }

  std::string_view html_;
  std::string& copy_;
  std::size_t written_ = 0;  // bytes of the html that the copy already tells
  std::vector<Tag> open_;
  std::size_t foreign_ = 0;  // open svg and math elements
  std::size_t leaked_ = 0;   // formatting elements that their parent ended
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
