// A part of a document's text as a line for the terminal: formulas readable, matches marked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/latex/reader.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/text/document.h"

namespace noether::search {

// The text before and behind a mark.
struct MarkStyle {
  std::string_view word_begin;
  std::string_view word_end;
  std::string_view formula_begin;  // a formula that matched
  std::string_view formula_end;
  std::string_view part_begin;  // the part of it that matched
  std::string_view part_end;
  std::string_view near_begin = {};  // a word or a formula that is near in meaning
  std::string_view near_end = {};

  static MarkStyle plain() { return {}; }
  // Bold, cyan and underlined.
  static MarkStyle ansi() {
    return {"\x1b[1m", "\x1b[22m", "\x1b[36m", "\x1b[39m",
            "\x1b[1m", "\x1b[22m", "\x1b[4m",  "\x1b[24m"};
  }
};

// Makes text of a document safe to print: nothing in it can control the terminal. Line feeds and
// control characters become blanks, bytes that are not UTF-8 become U+FFFD.
std::string clean_text(std::string_view text);

// Reuses its buffers from one text to the next. Not thread-safe.
class TextShower {
 public:
  explicit TextShower(MarkStyle style) : style_(style) {}

  // Line feeds and control characters become blanks. `matches` may be of any field, and are ordered
  // by field and place.
  std::string show(const text::Field& field, std::uint32_t number, base::Span window,
                   std::span<const Match> matches);
  // Adds dots where the field is cut.
  std::string show(const text::Document& document, const Snippet& snippet,
                   std::span<const Match> matches);
  // Shows a formula alone. If it cannot be read completely, it is shown as LaTeX.
  std::string show_formula(std::string_view latex, std::span<const base::Span> parts);

 private:
  MarkStyle style_;
  formula::LatexReader reader_;
  formula::LayoutTree tree_;
};

}  // namespace noether::search
