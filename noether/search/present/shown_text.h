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

// What stands before and behind.
struct MarkStyle {
  std::string_view word_begin;
  std::string_view word_end;
  std::string_view formula_begin;  // a formula that matched
  std::string_view formula_end;
  std::string_view part_begin;  // the part of it that did
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

// For all that comes out of a document and is printed as it is: nothing of it may steer the
// terminal. Line feeds and control characters become blanks, bytes that are not UTF-8 U+FFFD.
std::string clean_text(std::string_view text);

// Keeps its buffers from one text to the next. Not for two threads.
class TextShower {
 public:
  explicit TextShower(MarkStyle style) : style_(style) {}

  // Line feeds and control characters become blanks. `matches` of any field, by field and place.
  std::string show(const text::Field& field, std::uint32_t number, base::Span window,
                   std::span<const Match> matches);
  // With dots where the field is cut.
  std::string show(const text::Document& document, const Snippet& snippet,
                   std::span<const Match> matches);
  // A formula alone. One that cannot be read whole is shown as LaTeX.
  std::string show_formula(std::string_view latex, std::span<const base::Span> parts);

 private:
  MarkStyle style_;
  formula::LatexReader reader_;
  formula::LayoutTree tree_;
};

}  // namespace noether::search
