#include "noether/search/present/shown_text.h"

#include <algorithm>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/formula/notation/unicode_line.h"

namespace noether::search {
namespace {

void add_clean(std::string& out, std::string_view text) {
  for (const base::CodePoint& point : base::code_points(text)) {
    const bool is_control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
    if (is_control) {
      if (!out.ends_with(' ')) out += ' ';
    } else if (point.valid) {
      out += point.bytes;
    } else {
      base::append_code_point(out, base::kReplacementCharacter);
    }
  }
}

struct WordMark {
  base::Span span;
  bool is_near = false;
};

// Joins marks that overlap, as those of a phrase and its words. Near matches overlap no others.
std::vector<WordMark> joined_words(std::span<const Match> matches, std::uint32_t field,
                                   base::Span window) {
  std::vector<WordMark> marks;
  for (const Match& match : matches) {
    if (match.is_formula || match.field != field) continue;
    if (match.span.begin < window.begin || match.span.end > window.end) continue;
    marks.push_back({match.span, !match.near.empty()});
  }
  std::ranges::sort(marks, {}, [](const WordMark& mark) { return mark.span.begin; });
  std::vector<WordMark> joined;
  for (const WordMark& mark : marks) {
    if (!joined.empty() && mark.is_near == joined.back().is_near &&
        mark.span.begin <= joined.back().span.end) {
      joined.back().span.end = std::max(joined.back().span.end, mark.span.end);
    } else {
      joined.push_back(mark);
    }
  }
  return joined;
}

void add_marked(std::string& out, std::string_view text, std::span<const base::Span> marks,
                std::string_view begin, std::string_view end) {
  std::uint32_t at = 0;
  for (const base::Span& mark : marks) {
    const std::uint32_t first = std::max(mark.begin, at);
    if (first >= mark.end || mark.end > text.size()) continue;
    add_clean(out, text.substr(at, first - at));
    out += begin;
    add_clean(out, text.substr(first, mark.end - first));
    out += end;
    at = mark.end;
  }
  add_clean(out, text.substr(at));
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string out;
  add_clean(out, text);
  return out;
}

std::string TextShower::show_formula(std::string_view latex, std::span<const base::Span> parts) {
  std::vector<base::Error> diagnostics;
  reader_.read(latex, tree_, diagnostics);
  std::string out;
  if (!diagnostics.empty() || tree_.empty()) {
    add_clean(out, latex);
    return out;
  }
  const formula::UnicodeLine line = formula::unicode_line(tree_, parts);
  add_marked(out, line.text, line.marked, style_.part_begin, style_.part_end);
  return out;
}

std::string TextShower::show(const text::Field& field, std::uint32_t number, base::Span window,
                             std::span<const Match> matches) {
  const std::string_view text = field.text;
  const std::vector<WordMark> words = joined_words(matches, number, window);
  std::string out;
  std::uint32_t at = window.begin;
  const auto add_words_until = [&](std::uint32_t end) {
    for (const WordMark& word : words) {
      const std::uint32_t first = std::max(word.span.begin, at);
      const std::uint32_t last = std::min(word.span.end, end);
      if (first >= last) continue;
      add_clean(out, text.substr(at, first - at));
      out += word.is_near ? style_.near_begin : style_.word_begin;
      add_clean(out, text.substr(first, last - first));
      out += word.is_near ? style_.near_end : style_.word_end;
      at = last;
    }
    add_clean(out, text.substr(at, end - at));
    at = end;
  };
  for (const text::FormulaSpan& span : field.formulas) {
    if (span.begin < at || span.end > window.end) continue;
    const bool has_signs = span.begin > at && text[span.begin - 1] == '$' &&
                           span.end < window.end && text[span.end] == '$';
    add_words_until(span.begin - (has_signs ? 1 : 0));
    const auto match = std::ranges::find_if(matches, [&](const Match& candidate) {
      return candidate.is_formula && candidate.field == number &&
             candidate.span == base::Span{span.begin, span.end};
    });
    std::vector<base::Span> parts;
    const bool is_near = match != matches.end() && !match->near.empty();
    if (is_near) {
      out += style_.near_begin;
    } else if (match != matches.end()) {
      for (const base::Span& part : match->parts) {
        parts.push_back({part.begin - span.begin, part.end - span.begin});
      }
      out += style_.formula_begin;
    }
    out += show_formula(text.substr(span.begin, span.end - span.begin), parts);
    if (match != matches.end()) out += is_near ? style_.near_end : style_.formula_end;
    at = span.end + (has_signs ? 1 : 0);
  }
  if (at < window.end) add_words_until(window.end);
  return out;
}

std::string TextShower::show(const text::Document& document, const Snippet& snippet,
                             std::span<const Match> matches) {
  if (snippet.field >= document.fields.size()) return {};
  std::string out = snippet.cut_before ? "… " : "";
  out += show(document.fields[snippet.field], snippet.field, snippet.window, matches);
  if (snippet.cut_after) out += " …";
  return out;
}

}  // namespace noether::search
