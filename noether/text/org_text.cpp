#include "noether/text/note.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

bool is_tag_sign(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '@' || c == '#' || c == '%' || static_cast<unsigned char>(c) >= 0x80;
}

void append_inline(std::string_view text, FieldBuilder& out) {
  InlineCursor at(text, out);
  while (!at.ended()) {
    const char c = at.front();
    const std::string_view rest = at.rest();
    if ((c == '$' || c == '\\') && at.take_formula()) continue;
    if (rest.starts_with("\\\\")) {
      at.pass(2);
    } else if (rest.starts_with("[[")) {
      const auto end = at.find("]]", 2);
      if (!end) {
        at.pass();
        continue;
      }
      std::string_view link = rest.substr(2, *end - 2);
      const std::size_t middle = link.find("][");
      if (middle != std::string_view::npos) link.remove_prefix(middle + 2);
      // A link to a picture without a description has no text.
      const bool is_picture =
          middle == std::string_view::npos &&
          (link.ends_with(".png") || link.ends_with(".jpg") || link.ends_with(".svg"));
      at.drop(*end + 2);
      // The text has no link inside: the end of that link would have ended this one.
      if (!is_picture) append_inline(link, out);
    } else if (rest.starts_with("[fn:")) {
      const auto end = at.find("]", 4);
      if (end && !rest.substr(4, *end - 4).contains(':')) {
        at.drop(*end + 1);
      } else {
        at.pass();
      }
    } else if ((c == '=' || c == '~') && at.is_emphasis()) {
      const auto end = at.find(std::string_view(&c, 1), 1);
      if (end && *end > 1 && at.before() != c) {
        at.write(rest.substr(1, *end - 1), *end + 1);
      } else {
        at.pass();
      }
    } else if ((c == '*' || c == '/' || c == '_' || c == '+') && at.is_emphasis()) {
      at.drop(1);
    } else {
      at.pass();
    }
  }
  at.finish();
}

class OrgReader {
 public:
  explicit OrgReader(std::string_view org) : lines_(lines_of(org)) {}

  Note read() {
    while (next_ < lines_.size()) {
      const std::string_view line = lines_[next_++];
      const std::string_view content = without_blanks(line);
      if (const int level = headline_level(line); level > 0) {
        end_paragraph();
        open_headline(level, line);
      } else if (content.starts_with("#+")) {
        read_keyword(content);
      } else if (content == "#" || content.starts_with("# ")) {
        continue;
      } else if (is_drawer(content)) {
        read_drawer(content);
      } else if (content.empty()) {
        end_paragraph();
      } else {
        read_text(line, content);
      }
    }
    end_paragraph();
    note_.pieces = sections_.take();
    return std::move(note_);
  }

 private:
  static int headline_level(std::string_view line) {
    const std::size_t stars = std::min(line.find_first_not_of('*'), line.size());
    const bool is_headline = stars > 0 && stars < line.size() && line[stars] == ' ';
    return is_headline ? static_cast<int>(std::min<std::size_t>(stars, 30)) : 0;
  }

  static bool is_drawer(std::string_view content) {
    if (content.size() < 3 || content.front() != ':' || content.back() != ':') return false;
    const std::string_view name = content.substr(1, content.size() - 2);
    return std::ranges::all_of(name, [](char c) { return is_tag_sign(c) || c == '-'; });
  }

  void open_headline(int level, std::string_view line) {
    const auto number = static_cast<std::uint32_t>(next_);
    std::string_view title = without_blanks(line.substr(line.find(' ')));
    for (const std::string_view state : {"TODO ", "DONE ", "NEXT ", "WAITING ", "CANCELLED "}) {
      if (title.starts_with(state)) title = without_blanks(title.substr(state.size()));
    }
    if (title.starts_with("[#") && title.size() > 4 && title[3] == ']') {
      title = without_blanks(title.substr(4));
    }
    title = without_tags(title);
    label_.clear();
    // Planning lines and properties are directly below the headline.
    while (next_ < lines_.size()) {
      const std::string_view content = without_blanks(lines_[next_]);
      const bool is_planning = content.starts_with("SCHEDULED:") ||
                               content.starts_with("DEADLINE:") || content.starts_with("CLOSED:");
      if (!is_planning && upper(content) != ":PROPERTIES:") break;
      ++next_;
      if (!is_planning) read_drawer(content);
    }
    FieldBuilder out("title");
    append_inline(title, out);
    sections_.open_section(level, out.take(), number, label_);
  }

  // :algebra:rings: at the end of a headline.
  std::string_view without_tags(std::string_view title) {
    if (!title.ends_with(':')) return title;
    const std::size_t blank = title.find_last_of(" \t");
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::string_view tags = title.substr(begin);
    if (tags.size() < 3 || tags.front() != ':' ||
        !std::ranges::all_of(tags, [](char c) { return is_tag_sign(c) || c == ':'; })) {
      return title;
    }
    add_tags(tags);
    return without_blanks(title.substr(0, begin));
  }

  void add_tags(std::string_view tags) {
    while (!tags.empty()) {
      const std::size_t end = std::min(tags.find_first_of(": \t"), tags.size());
      add_tag(tags.substr(0, end), note_.tags);
      tags.remove_prefix(std::min(end + 1, tags.size()));
    }
  }

  void read_keyword(std::string_view content) {
    const std::size_t end = std::min(content.find_first_of(": \t"), content.size());
    const std::string name = upper(content.substr(2, end - 2));
    const std::string_view value =
        without_blanks(content.substr(std::min(end + 1, content.size())));
    if (name.starts_with("BEGIN_")) {
      end_paragraph();
      read_block(name.substr(6));
    } else if (name.starts_with("END_")) {
      end_paragraph();
    } else if (name == "TITLE") {
      FieldBuilder out("title");
      append_field_to(out, std::exchange(note_.title, {}));
      out.append_blank();
      append_inline(value, out);
      note_.title = out.take();
    } else if (name == "FILETAGS" || name == "TAGS" || name == "ROAM_TAGS") {
      add_tags(value);
    } else if (name == "AUTHOR" && !value.empty()) {
      note_.properties.emplace_back("author", value);
    } else if (name == "DATE" && !value.empty()) {
      note_.properties.emplace_back("date", without_brackets(value));
    } else if (name == "CAPTION") {
      add_line(value);
      end_paragraph();
    }
  }

  // <2024-05-01 Wed>
  static std::string without_brackets(std::string_view date) {
    if (date.starts_with('<') || date.starts_with('[')) date.remove_prefix(1);
    if (date.ends_with('>') || date.ends_with(']')) date.remove_suffix(1);
    return std::string(date);
  }

  void read_block(const std::string& kind) {
    const bool is_code = kind == "SRC" || kind == "EXAMPLE";
    if (!is_code && kind != "EXPORT" && kind != "COMMENT") return;  // its lines are text
    if (unclosed_.contains(kind)) return;
    const std::string end = "#+END_" + kind;
    std::string code;
    std::size_t at = next_;
    while (at < lines_.size() && upper(without_blanks(lines_[at])) != end) {
      code += lines_[at++];
      code += '\n';
    }
    if (at == lines_.size()) {
      unclosed_.insert(kind);  // its lines are text, and the search is not repeated
      return;
    }
    next_ = at + 1;
    if (!is_code) return;
    sections_.body().end_paragraph();
    sections_.body().append_verbatim(code);
    sections_.body().end_paragraph();
  }

  void read_drawer(std::string_view first) {
    end_paragraph();
    drawer_end_ = std::max(drawer_end_, next_);
    while (drawer_end_ < lines_.size() && upper(without_blanks(lines_[drawer_end_])) != ":END:") {
      ++drawer_end_;
    }
    if (drawer_end_ == lines_.size()) {
      add_line(first);  // it is not a drawer
      return;
    }
    for (; next_ < drawer_end_; ++next_) {
      const std::string_view line = without_blanks(lines_[next_]);
      const std::size_t colon = line.find(':', 1);
      if (!line.starts_with(':') || colon == std::string_view::npos) continue;
      const std::string name = upper(line.substr(1, colon - 1));
      const std::string_view value = without_blanks(line.substr(colon + 1));
      if (name == "CUSTOM_ID") label_ = value;
      if (name == "ROAM_ALIASES") add_aliases(value);
    }
    ++next_;
  }

  // "One name" "Another name"
  void add_aliases(std::string_view names) {
    while (true) {
      names = without_blanks(names);
      if (names.empty()) return;
      const bool is_quoted = names.starts_with('"');
      if (is_quoted) names.remove_prefix(1);
      const std::size_t end = std::min(names.find(is_quoted ? '"' : ' '), names.size());
      if (end > 0) note_.properties.emplace_back("alias", names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }

  void read_text(std::string_view line, std::string_view content) {
    if (content.starts_with("|")) {
      if (content.starts_with("|-")) return;
      std::string cells(content);
      std::ranges::replace(cells, '|', ' ');
      end_paragraph();
      add_line(cells);
      end_paragraph();
    } else if (content.starts_with(": ")) {
      end_paragraph();
      sections_.body().append_verbatim(std::string(content.substr(2)) + "\n");
    } else if (content.size() >= 5 && content.find_first_not_of('-') == std::string_view::npos) {
      end_paragraph();
    } else if (const std::size_t mark = list_mark(content, line.starts_with(' ') ? "-+*" : "-+")) {
      end_paragraph();
      content.remove_prefix(mark);
      for (const std::string_view box : {"[ ] ", "[X] ", "[-] "}) {
        if (content.starts_with(box)) content.remove_prefix(box.size());
      }
      add_line(content);
    } else {
      add_line(content);
    }
  }

  void add_line(std::string_view line) {
    if (!paragraph_.empty()) paragraph_ += '\n';
    paragraph_ += line;
  }

  void end_paragraph() {
    FieldBuilder& out = sections_.body();
    append_inline(paragraph_, out);
    out.end_paragraph();
    paragraph_.clear();
  }

  std::vector<std::string_view> lines_;
  std::size_t next_ = 0;
  std::string paragraph_;
  std::string label_;
  std::size_t drawer_end_ = 0;      // the next line that ends a drawer
  std::set<std::string> unclosed_;  // kinds of blocks that no later line ends
  SectionBuilder sections_;
  Note note_;
};

}  // namespace

Note read_org(std::string_view org) { return OrgReader(org).read(); }

}  // namespace noether::text
