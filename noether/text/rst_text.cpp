#include "noether/text/note.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

constexpr std::string_view kAdornments = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}
bool is_blank(std::string_view line) { return indent_of(line) == line.size(); }

// The sign of a line that repeats one sign, as below a title; 0 for any other line.
char adornment(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t");
  if (end == std::string_view::npos || end < 1) return 0;
  line = line.substr(0, end + 1);
  const bool is_one = kAdornments.contains(line.front()) &&
                      line.find_first_not_of(line.front()) == std::string_view::npos;
  return is_one ? line.front() : '\0';
}

// The borders of tables: +---+---+ and ===  ===.
bool is_table_border(std::string_view content) {
  if (content.starts_with("+-") || content.starts_with("+=")) {
    return content.find_first_not_of("+-=|") == std::string_view::npos;
  }
  return content.contains(' ') && content.find_first_not_of("= ") == std::string_view::npos;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_code(std::string_view name) {
  return is_one_of(name, {"code", "code-block", "sourcecode", "parsed-literal", "doctest", "prompt",
                          "ipython", "plot", "testcode", "jupyter-execute"});
}

bool is_no_text(std::string_view name) {
  return is_one_of(
      name,
      {"image",       "toctree",   "contents",     "include",       "literalinclude", "index",
       "raw",         "meta",      "highlight",    "currentmodule", "module",         "automodule",
       "autosummary", "autoclass", "autofunction", "bibliography",  "graphviz",       "only",
       "role",        "sectnum",   "header",       "footer",        "class",          "container",
       "tikz",        "video"});
}

class RstReader {
 public:
  explicit RstReader(std::string_view rst) : lines_(lines_of(rst)) {}

  Note read() {
    while (next_ < lines_.size()) {
      const std::string_view line = lines_[next_];
      if (is_blank(line)) {
        end_paragraph();
        ++next_;
      } else if (paragraph_.empty() && take_title()) {
        continue;
      } else if (without_blanks(line) == ".." || without_blanks(line).starts_with(".. ")) {
        end_paragraph();
        take_explicit();
      } else {
        take_text(line);
      }
    }
    end_paragraph();
    note_.pieces = sections_.take();
    return std::move(note_);
  }

 private:
  FieldBuilder& out() { return sections_.body(); }

  std::string_view line_at(std::size_t number) const {
    return number < lines_.size() ? lines_[number] : std::string_view();
  }

  static bool fits(std::string_view title, std::string_view below) {
    constexpr std::size_t kEnough = 4;  // docutils accepts this length with a warning
    return below.size() >= kEnough || below.size() >= title.size();
  }

  bool take_title() {
    const std::string_view first = lines_[next_];
    const std::string_view second = line_at(next_ + 1);
    const std::string_view third = line_at(next_ + 2);
    if (const char over = adornment(first); over != 0 && indent_of(first) == 0) {
      if (!is_blank(second) && adornment(third) == over && fits(without_blanks(second), third)) {
        open_section(over, true, without_blanks(second), next_ + 2);
        next_ += 3;
        return true;
      }
      // A line that separates paragraphs.
      if (is_blank(second) && first.size() >= 4) {
        ++next_;
        return true;
      }
      return false;
    }
    const char under = adornment(second);
    if (under == 0 || indent_of(first) > 0 || indent_of(second) > 0 || !fits(first, second) ||
        without_blanks(first).starts_with("..")) {
      return false;
    }
    open_section(under, false, without_blanks(first), next_ + 1);
    next_ += 2;
    return true;
  }

  // Levels are numbered in the order in which their styles first occur.
  void open_section(char sign, bool has_overline, std::string_view title, std::size_t line) {
    const std::pair<char, bool> style(sign, has_overline);
    auto level = std::ranges::find(styles_, style);
    if (level == styles_.end()) level = styles_.insert(styles_.end(), style);
    FieldBuilder field("title");
    append_rst_inline(title, math_by_default_, field);
    sections_.open_section(static_cast<int>(level - styles_.begin()) + 1, field.take(),
                           static_cast<std::uint32_t>(line), std::exchange(label_, {}));
    // Fields below the title describe the document.
    is_head_ = is_head_ && !std::exchange(has_title_, true);
  }

  // The following lines that are indented more than `indent`, without their common indentation.
  std::vector<std::string_view> take_block(std::size_t indent) {
    std::vector<std::string_view> block;
    std::size_t common = std::string_view::npos;
    while (next_ < lines_.size() &&
           (is_blank(lines_[next_]) || indent_of(lines_[next_]) > indent)) {
      if (!is_blank(lines_[next_])) common = std::min(common, indent_of(lines_[next_]));
      block.push_back(lines_[next_++]);
    }
    for (std::string_view& line : block) line.remove_prefix(std::min(common, line.size()));
    while (!block.empty() && is_blank(block.back())) block.pop_back();
    return block;
  }

  void take_explicit() {
    const std::string_view line = lines_[next_++];
    const std::size_t indent = indent_of(line);
    const std::string_view content = without_blanks(without_blanks(line).substr(2));
    if (content.starts_with('_') && content.contains(':')) {
      // .. _label: names the element after it; .. _name: https://... is a link to another page.
      if (content.ends_with(':')) label_ = content.substr(1, content.size() - 2);
      (void)take_block(indent);
      return;
    }
    const std::size_t colons = content.find("::");
    const std::string_view name = content.substr(0, colons);
    const bool is_directive = colons != std::string_view::npos && !name.empty() &&
                              name.find_first_of(" \t|[`") == std::string_view::npos;
    if (is_directive) {
      take_directive(name, without_blanks(content.substr(colons + 2)), indent);
    } else if (content.starts_with('[')) {
      // A footnote or a citation is the text after its number.
      add_line(content.substr(std::min(content.find(']') + 1, content.size())));
    } else {
      (void)take_block(indent);  // a comment, or a substitution
    }
  }

  void take_directive(std::string_view name, std::string_view argument, std::size_t indent) {
    const std::size_t first = next_;
    if (name == "math") {
      add_formulas(argument, take_block(indent));
    } else if (is_code(name)) {
      const auto block = without_options(take_block(indent));
      add_code(block);
    } else if (name == "default-role") {
      math_by_default_ = argument == "math";
    } else if (is_no_text(name)) {
      (void)take_block(indent);
    } else {
      // The options are left out; the lines are read in turn, at any indentation.
      if (name != "figure" && name != "table" && !argument.empty()) {
        add_line(argument);
        end_paragraph();
      }
      next_ = first;
      while (next_ < lines_.size() && indent_of(lines_[next_]) > indent &&
             is_option(without_blanks(lines_[next_]))) {
        ++next_;
      }
    }
  }

  static bool is_option(std::string_view content) {
    return content.starts_with(':') && content.find(':', 1) != std::string_view::npos &&
           !content.starts_with(":math:");
  }

  static std::vector<std::string_view> without_options(std::vector<std::string_view> block) {
    const auto is_head = [](std::string_view line) { return is_option(without_blanks(line)); };
    block.erase(block.begin(), std::ranges::find_if_not(block, is_head));
    return block;
  }

  // An empty line separates the formulas.
  void add_formulas(std::string_view argument, const std::vector<std::string_view>& block) {
    std::string formula(argument);
    out().end_paragraph();
    for (const std::string_view line : without_options(block)) {
      if (is_blank(line)) {
        add_formula(std::exchange(formula, {}));
        continue;
      }
      if (!formula.empty()) formula += '\n';
      formula += line;
    }
    add_formula(std::move(formula));
    out().end_paragraph();
  }

  void add_formula(std::string formula) {
    // Sphinx aligns a formula of several lines by itself.
    const bool has_lines = formula.contains("\\\\") && !formula.contains("\\begin{");
    if (has_lines) formula = "\\begin{aligned}" + formula + "\\end{aligned}";
    out().append_formula(formula);
    out().append_blank();
  }

  void add_code(const std::vector<std::string_view>& block) {
    std::string code;
    for (const std::string_view line : block) {
      code += line;
      code += '\n';
    }
    out().end_paragraph();
    out().append_verbatim(code);
    out().end_paragraph();
  }

  void take_text(std::string_view line) {
    ++next_;
    std::string_view content = without_blanks(line);
    if (is_head_ && paragraph_.empty() && take_field(content)) return;
    if (is_table_border(content)) {
      end_paragraph();
      return;
    }
    if (content.starts_with("| ")) {
      std::string cells(content);
      std::ranges::replace(cells, '|', ' ');
      end_paragraph();
      add_line(cells);
      return;
    }
    if (const std::size_t mark = list_mark(content, "-*+");
        mark > 0 && !content.starts_with("**")) {
      end_paragraph();
      content.remove_prefix(mark);
    }
    const bool has_literal = content.ends_with("::");
    if (has_literal) content.remove_suffix(content == "::" ? 2 : 1);
    add_line(content);
    if (!has_literal || (next_ < lines_.size() && !is_blank(lines_[next_]))) return;
    end_paragraph();
    add_code(take_block(indent_of(line)));
  }

  // :Author: and similar fields at the beginning of a file.
  bool take_field(std::string_view content) {
    const std::size_t colon = content.find(": ", 1);
    if (!content.starts_with(':') || colon == std::string_view::npos) {
      is_head_ = false;
      return false;
    }
    std::string name(content.substr(1, colon - 1));
    for (char& c : name) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    const std::string_view value = without_blanks(content.substr(colon + 2));
    if (name.find_first_of("`$\\") != std::string_view::npos) return false;
    if (name == "author" || name == "authors") note_.properties.emplace_back("author", value);
    if (name == "date") note_.properties.emplace_back("date", value);
    if (name == "tags" || name == "keywords") {
      for (std::string_view left = value; !left.empty();) {
        const std::size_t end = std::min(left.find(','), left.size());
        add_tag(left.substr(0, end), note_.tags);
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    }
    return true;
  }

  void add_line(std::string_view line) {
    if (!paragraph_.empty()) paragraph_ += '\n';
    paragraph_ += line;
  }

  void end_paragraph() {
    if (paragraph_.empty()) {
      out().end_paragraph();
      return;
    }
    append_rst_inline(paragraph_, math_by_default_, out());
    out().end_paragraph();
    paragraph_.clear();
    is_head_ = false;
  }

  std::vector<std::string_view> lines_;
  std::size_t next_ = 0;
  std::string paragraph_;
  std::string label_;
  bool math_by_default_ = false;
  bool is_head_ = true;  // so far, only a title and fields were read
  bool has_title_ = false;
  std::vector<std::pair<char, bool>> styles_;
  SectionBuilder sections_;
  Note note_;
};

}  // namespace

Note read_rst(std::string_view rst) { return RstReader(rst).read(); }

}  // namespace noether::text
