// A walk through the text of a paragraph for readers of light markup: plain text goes to a field as
// the cursor passes it; formulas and the parts that the reader takes out do not.
// A reader looks ahead only within a bound, so a walk takes time proportional to the text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/text/delimited_text.h"
#include "noether/text/field_builder.h"

namespace noether::text {

class InlineCursor {
 public:
  InlineCursor(std::string_view text, FieldBuilder& out) : text_(text), out_(out) {}

  bool ended() const { return at_ >= text_.size(); }
  char front() const { return text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }
  // The character before the cursor; a blank at the beginning.
  char before() const { return at_ == 0 ? ' ' : text_[at_ - 1]; }
  char after(std::size_t bytes) const {
    return at_ + bytes < text_.size() ? text_[at_ + bytes] : ' ';
  }
  FieldBuilder& out() { return out_; }

  void pass(std::size_t bytes = 1) { at_ = std::min(at_ + bytes, text_.size()); }
  void drop(std::size_t bytes) {
    flush();
    pass(bytes);
    begin_ = at_;
  }
  // Writes `text` in place of this number of bytes.
  void write(std::string_view text, std::size_t bytes) {
    flush();
    out_.append(text);
    drop(bytes);
  }
  void write_formula(std::string_view latex, std::size_t bytes) {
    flush();
    out_.append_formula(latex);
    drop(bytes);
  }
  void finish() { flush(); }

  // Takes a formula in $...$ or similar delimiters at the cursor; returns false if there is none.
  bool take_formula() {
    constexpr std::size_t kMaxFailures = 1'000;
    if (failures_ > kMaxFailures) return false;
    const auto formula = delimited_formula_at(text_, at_);
    if (!formula) {
      ++failures_;
      return false;
    }
    write_formula(formula->latex, formula->end - at_);
    return true;
  }

  // The distance from the cursor to `close`, searched from `from` bytes on and within a bound.
  std::optional<std::size_t> find(std::string_view close, std::size_t from) const {
    constexpr std::size_t kMaxBytes = 4'000;
    const std::size_t found = rest().substr(0, kMaxBytes).find(close, from);
    return found == std::string_view::npos ? std::nullopt : std::optional(found);
  }

  // Whether the sign at the cursor opens or closes emphasis: `*word*`, but not `a * b` and `a*b`.
  bool is_emphasis() const {
    const bool opens = is_edge(before()) && !is_blank(after(1)) && after(1) != front();
    const bool closes = !is_blank(before()) && before() != front() && is_edge(after(1));
    return opens || closes;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
  static bool is_edge(char c) {
    return is_blank(c) || std::string_view(".,;:!?()[]{}'\"-/").find(c) != std::string_view::npos;
  }
  void flush() {
    if (at_ > begin_) out_.append(text_.substr(begin_, at_ - begin_));
    begin_ = at_;
  }

  std::string_view text_;
  FieldBuilder& out_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // the first byte that was passed but not written
  std::size_t failures_ = 0;
};

// The lines of a text, without their ends.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

inline std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// The length of "- ", "12. ", "(a) " and similar marks at the beginning of a line; 0 if the line
// has no mark.
inline std::size_t list_mark(std::string_view line, std::string_view bullets) {
  std::size_t at = 0;
  while (at < line.size() && at < 6 && bullets.contains(line[at])) ++at;
  if (at == 0) {
    const bool is_closed = line.starts_with('(');
    if (is_closed) ++at;
    const std::size_t first = at;
    while (at < line.size() && at < first + 4 &&
           ((line[at] >= '0' && line[at] <= '9') || line[at] == '#')) {
      ++at;
    }
    if (at == first || at >= line.size() || (line[at] != '.' && line[at] != ')')) return 0;
    if (is_closed && line[at] != ')') return 0;
    ++at;
  }
  return at < line.size() && line[at] == ' ' ? at + 1 : 0;
}

// The text of a paragraph of reStructuredText: roles, links, literals, escapes and emphasis.
// `math_by_default`: text in single backquotes, without a role, is a formula.
void append_rst_inline(std::string_view text, bool math_by_default, FieldBuilder& out);

}  // namespace noether::text
