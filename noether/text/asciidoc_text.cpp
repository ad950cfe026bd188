
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "noether/text/markup/asciidoc_inline.h"
#include "noether/text/markup/inline_markup.h"
#include "noether/text/note.h"

namespace noether::text {
namespace {

// A line that opens and closes a block: four or more of one sign, two dashes, ``` and |===.
bool is_delimiter(std::string_view line) {
  if (line == "--" || line.starts_with("```")) return true;
  if (line.size() == 4 && line.ends_with("===")) return line.front() == '|' || line == "====";
  return line.size() >= 4 && std::string_view("-.+=*_/").contains(line.front()) &&
         line.find_first_not_of(line.front()) == std::string_view::npos;
}

class AsciidocReader {
 public:
  explicit AsciidocReader(std::string_view asciidoc) : lines_(lines_of(asciidoc)) {}

  Note read() {
    while (next_ < lines_.size()) {
      const std::string_view line = lines_[next_++];
      const std::string_view content = without_blanks(line);
      if (content.empty()) {
        end_paragraph();
        is_header_ = false;
      } else if (content.starts_with("//") && !content.starts_with("///")) {
        continue;
      } else if (paragraph_.empty() && (take_title(content) || take_attribute(content))) {
        continue;
      } else if (is_header_) {
        take_header_line(content);
      } else if (is_delimiter(content)) {
        end_paragraph();
        take_block(content);
      } else if (!take_block_line(content)) {
        take_text(content);
      }
    }
    end_paragraph();
    note_.pieces = sections_.take();
    return std::move(note_);
  }

 private:
  FieldBuilder& out() { return sections_.body(); }

  bool take_title(std::string_view content) {
    const char sign = content.front();
    if (sign != '=' && sign != '#') return false;
    const std::size_t level = std::min(content.find_first_not_of(sign), content.size());
    if (level > 6 || level == content.size() || content[level] != ' ') return false;
    FieldBuilder field("title");
    append_asciidoc_inline(without_blanks(content.substr(level)), stem_is_latex_, field);
    if (level == 1 && !std::exchange(has_title_, true)) {
      note_.title = field.take();
      is_header_ = true;
      return true;
    }
    sections_.open_section(static_cast<int>(level), field.take(), static_cast<std::uint32_t>(next_),
                           std::exchange(label_, {}));
    style_.clear();
    return true;
  }

  // :name: value
  bool take_attribute(std::string_view content) {
    if (!content.starts_with(':')) return false;
    const std::size_t colon = content.find(':', 1);
    if (colon == std::string_view::npos || colon == 1) return false;
    const std::string_view name = content.substr(1, colon - 1);
    if (name.find_first_of(" \t[]") != std::string_view::npos) return false;
    const std::string_view value = without_blanks(content.substr(colon + 1));
    if (name == "stem") stem_is_latex_ = value == "latexmath" || value == "tex";
    if (name == "author") note_.properties.emplace_back("author", value);
    if (name == "revdate" || name == "date") note_.properties.emplace_back("date", value);
    if (name == "keywords" || name == "tags" || name == "page-tags") {
      for (std::string_view left = value; !left.empty();) {
        const std::size_t end = std::min(left.find(','), left.size());
        add_tag(left.substr(0, end), note_.tags);
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    }
    return true;
  }

  // Below the title: who wrote it, then which revision it is: v1.0, 2024-05-01
  void take_header_line(std::string_view content) {
    const bool is_first = !std::exchange(has_author_, true);
    if (is_first) {
      const std::size_t mail = std::min(content.find('<'), content.size());
      note_.properties.emplace_back("author", without_blanks(content.substr(0, mail)));
      return;
    }
    const std::size_t comma = content.find(',');
    const std::string_view date =
        without_blanks(comma == std::string_view::npos ? content : content.substr(comma + 1));
    if (date.find_first_of("0123456789") != std::string_view::npos) {
      note_.properties.emplace_back("date", date.substr(0, date.find(':')));
    }
  }

  // [style], [[anchor]], .Title and macros of a line of their own; none of them is in a paragraph.
  bool take_block_line(std::string_view content) {
    if (content == "+") {
      end_paragraph();  // the next one belongs to the same item of a list
      return true;
    }
    if (!paragraph_.empty()) return false;
    if (content.starts_with("[[") && content.ends_with("]]")) {
      label_ = content.substr(2, std::min(content.find(','), content.size() - 2) - 2);
      return true;
    }
    if (content.starts_with('[') && content.ends_with(']') && !content.contains("](")) {
      const std::string_view inside = content.substr(1, content.size() - 2);
      const std::size_t end = std::min(inside.find_first_of(",#.%"), inside.size());
      if (inside.starts_with('#')) label_ = inside.substr(1, inside.find_first_of(",.%", 1) - 1);
      style_ = inside.substr(0, end);
      return true;
    }
    if (content.size() > 1 && content.front() == '.' && content[1] != '.' && content[1] != ' ') {
      add_line(content.substr(1));
      end_paragraph();
      return true;
    }
    const std::size_t macro = content.find("::");
    const bool is_macro = macro != std::string_view::npos && content.ends_with(']') &&
                          content.substr(0, macro).find_first_of(" \t") == std::string_view::npos;
    return is_macro || content == "'''" || content == "<<<";
  }

  void take_block(std::string_view delimiter) {
    const std::string style = std::exchange(style_, {});
    const char sign = delimiter.front();
    const bool is_text =
        delimiter == "--" || sign == '=' || sign == '*' || sign == '_' || sign == '|';
    if (is_text) {
      is_table_ = sign == '|' && !is_table_;
      return;
    }
    const std::string close = delimiter.starts_with("```") ? "```" : std::string(delimiter);
    constexpr std::size_t kMaxUnclosed = 50;
    if (unclosed_.contains(close) || unclosed_.size() > kMaxUnclosed) return;
    std::string inside;
    std::size_t at = next_;
    for (; at < lines_.size() && without_blanks(lines_[at]) != close; ++at) {
      inside += lines_[at];
      inside += '\n';
    }
    if (at == lines_.size()) {
      unclosed_.insert(close);  // its lines are text, and nobody has to look again
      return;
    }
    next_ = at + 1;
    if (sign == '/') return;
    out().end_paragraph();
    if (sign == '+') {
      const bool is_latex = style == "latexmath" || (style == "stem" && stem_is_latex_);
      if (is_latex || style == "stem" || style == "asciimath") append_stem(inside, is_latex, out());
    } else {
      out().append_verbatim(inside);
    }
    out().end_paragraph();
  }

  void take_text(std::string_view content) {
    if (is_table_) {
      std::string cells(content);
      std::ranges::replace(cells, '|', ' ');
      add_line(cells);
      end_paragraph();
      return;
    }
    if (const std::size_t mark = list_mark(content, "*-."); mark > 0) {
      end_paragraph();
      content.remove_prefix(mark);
    }
    add_line(content);
  }

  void add_line(std::string_view line) {
    if (!paragraph_.empty()) paragraph_ += '\n';
    paragraph_ += line;
  }

  void end_paragraph() {
    // A style above a paragraph: a formula, or code.
    const std::string style = paragraph_.empty() ? std::string() : std::exchange(style_, {});
    const bool is_stem = style == "stem" || style == "latexmath" || style == "asciimath";
    if (is_stem) {
      append_stem(paragraph_, style == "latexmath" || (style == "stem" && stem_is_latex_), out());
    } else if (style == "source" || style == "listing" || style == "literal") {
      out().append_verbatim(paragraph_);
    } else {
      append_asciidoc_inline(paragraph_, stem_is_latex_, out());
    }
    out().end_paragraph();
    paragraph_.clear();
  }

  std::vector<std::string_view> lines_;
  std::size_t next_ = 0;
  std::string paragraph_;
  std::string style_;  // of the next block
  std::string label_;
  std::set<std::string> unclosed_;  // delimiters of which none comes any more
  bool stem_is_latex_ = false;
  bool has_title_ = false;
  bool is_header_ = false;  // the lines right below the title
  bool has_author_ = false;
  bool is_table_ = false;
  SectionBuilder sections_;
  Note note_;
};

}  // namespace

Note read_asciidoc(std::string_view asciidoc) { return AsciidocReader(asciidoc).read(); }

}  // namespace noether::text
