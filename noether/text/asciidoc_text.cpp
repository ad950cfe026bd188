#include "noether/text/note.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/plain/plain_math.h"
#include "noether/text/field_builder.h"
#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

// A bracket in a macro is written \].
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\]")) continue;
    out += text[i];
  }
  return out;
}

// Appends the contents of a stem: macro or block. AsciiMath is translated to LaTeX.
void append_stem(std::string_view formula, bool is_latex, FieldBuilder& out) {
  // Some programs expect $...$ around the formula, so it is allowed.
  formula = without_blanks(formula);
  if (formula.size() > 2 && formula.starts_with('$') && formula.ends_with('$')) {
    formula = formula.substr(1, formula.size() - 2);
  }
  // A backslash shows that the formula is LaTeX, although the file does not declare it.
  if (is_latex || formula.contains('\\')) {
    out.append_formula(formula);
  } else {
    out.append_formula(formula::latex_from_plain(formula).latex);
  }
}

// The text of a paragraph of AsciiDoc: formulas, links, references and emphasis.
class AsciidocInline {
 public:
  AsciidocInline(std::string_view text, bool stem_is_latex, FieldBuilder& out)
      : at_(text, out), stem_is_latex_(stem_is_latex) {}

  void run() {
    while (!at_.ended()) {
      const char c = at_.front();
      const std::string_view rest = at_.rest();
      const bool taken =
          ((c == '$' || c == '\\') && at_.take_formula()) ||
          (c == 's' && take_stem("stem:[", stem_is_latex_)) ||
          (c == 'l' && (take_stem("latexmath:[", true) || take_macro("link:", true))) ||
          (c == 'a' && take_stem("asciimath:[", false)) ||
          (c == 'x' && take_macro("xref:", true)) || (c == 'i' && take_macro("image:", false)) ||
          (c == 'h' && take_address()) || (c == 'f' && take_macro("footnote:", true)) ||
          (c == '<' && take_reference()) || (rest.starts_with("[[") && take_anchor()) ||
          (c == '`' && take_code()) ||
          (c != ' ' && std::string_view("*_#+").find(c) != std::string_view::npos && take_mark());
      if (!taken) at_.pass();
    }
    at_.finish();
  }

 private:
  // Searches behind an opening bracket; returns the distance to the one that closes it.
  std::optional<std::size_t> find_bracket(std::size_t from) const {
    std::size_t end = from;
    while (true) {
      const auto found = at_.find("]", end);
      if (!found || at_.rest()[*found - 1] != '\\') return found;
      end = *found + 1;
    }
  }

  bool take_stem(std::string_view macro, bool is_latex) {
    if (!at_.rest().starts_with(macro)) return false;
    const auto end = find_bracket(macro.size());
    if (!end) return false;
    const std::string formula = unescaped(at_.rest().substr(macro.size(), *end - macro.size()));
    at_.drop(*end + 1);
    append_stem(formula, is_latex, at_.out());
    return true;
  }

  // name:target[text]
  bool take_macro(std::string_view name, bool keeps_text) {
    if (!at_.rest().starts_with(name)) return false;
    return take_target(name.size(), keeps_text);
  }

  bool take_address() {
    if (!at_.rest().starts_with("http://") && !at_.rest().starts_with("https://")) return false;
    return take_target(8, true);
  }

  bool take_target(std::size_t from, bool keeps_text) {
    const std::size_t open = at_.rest().substr(0, 1'000).find_first_of("[ \n", from);
    if (open == std::string_view::npos || at_.rest()[open] != '[') return false;
    const auto end = find_bracket(open + 1);
    if (!end) return false;
    std::string text = unescaped(at_.rest().substr(open + 1, *end - open - 1));
    if (text.ends_with('^')) text.pop_back();
    at_.drop(*end + 1);
    if (keeps_text) {
      at_.out().append(text);
    }
    return true;
  }

  // <<id,text>>
  bool take_reference() {
    if (!at_.rest().starts_with("<<")) return false;
    const auto end = at_.find(">>", 2);
    if (!end) return false;
    const std::string_view inside = at_.rest().substr(2, *end - 2);
    const std::size_t comma = inside.find(',');
    at_.write(comma == std::string_view::npos ? std::string_view() : inside.substr(comma + 1),
              *end + 2);
    return true;
  }

  bool take_anchor() {
    const auto end = at_.find("]]", 2);
    if (!end || *end > 200) return false;
    at_.drop(*end + 2);
    return true;
  }

  // `code` and `+literal+`: no formulas.
  bool take_code() {
    const auto end = at_.find("`", 1);
    if (!end || *end == 1) return false;
    std::string_view inside = at_.rest().substr(1, *end - 1);
    if (inside.size() > 2 && inside.starts_with('+') && inside.ends_with('+')) {
      inside = inside.substr(1, inside.size() - 2);
    }
    at_.write(inside, *end + 1);
    return true;
  }

  bool take_mark() {
    if (!at_.is_emphasis()) return false;
    at_.drop(1);
    return true;
  }

  InlineCursor at_;
  bool stem_is_latex_;
};

// `stem_is_latex` is the meaning of stem:.
void append_asciidoc_inline(std::string_view text, bool stem_is_latex, FieldBuilder& out) {
  AsciidocInline(text, stem_is_latex, out).run();
}

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

  // Below the title: a line with the author, then one with the revision: v1.0, 2024-05-01
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

  // [style], [[anchor]], .Title and macros on separate lines; they are not part of a paragraph.
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
      unclosed_.insert(close);  // its lines are text, and the search is not repeated
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
  std::set<std::string> unclosed_;  // delimiters that do not occur any more
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
