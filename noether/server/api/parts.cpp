#include "noether/server/api/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/utf8.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/formula/latex/reader.h"

namespace noether::server {
namespace {

using base::JsonObject;
using search::Match;

constexpr std::size_t kLongestName = 300;  // bytes

// The ids of a document's formulas. The readers are kept, because they are expensive to create.
struct FormulaIds {
  formula::LatexReader reader;
  formula::LayoutTree tree;
  formula::IdReader ids;
  std::vector<base::Error> problems;
};

// The spoken form and the id of a formula, from one reading of it.
struct FormulaNames {
  std::string id;
  std::string spoken;
};

// Returns the first words of a long text.
std::string shortened(std::string words) {
  if (words.size() <= kLongestName) return words;
  const std::size_t end = words.rfind(' ', kLongestName);
  words.resize(end == std::string::npos ? 0 : end);
  return words + " and so on";
}

FormulaNames formula_names(std::string_view latex) {
  thread_local struct {
    formula::FormulaReader reader;
    formula::Formula formula;
    formula::IdReader ids;
  } worker;
  FormulaNames names;
  if (!worker.reader.read(formula::Notation::Latex, latex, worker.formula)) return names;
  if (worker.formula.layout.empty()) return names;
  names.id = worker.ids.visual(worker.formula.layout).hex();
  formula::write_formula(formula::Notation::Spoken, worker.formula, names.spoken);
  names.spoken = shortened(plain_text(names.spoken));
  return names;
}

// A word that is marked, either as a word of the query or as near to one.
struct WordMark {
  base::Span span;
  std::string_view near;  // as in Match
};

// Joins overlapping marks. A mark of a near word overlaps no other mark.
std::vector<WordMark> marked_words(std::span<const Match> matches, std::uint32_t field,
                                   base::Span window) {
  std::vector<WordMark> marks;
  for (const Match& match : matches) {
    if (match.is_formula || match.field != field) continue;
    if (match.span.begin < window.begin || match.span.end > window.end) continue;
    const bool goes_on = !marks.empty() && match.span.begin <= marks.back().span.end &&
                         match.near.empty() && marks.back().near.empty();
    if (goes_on) {
      marks.back().span.end = std::max(marks.back().span.end, match.span.end);
    } else {
      marks.push_back({match.span, match.near});
    }
  }
  return marks;
}

class PartList {
 public:
  PartList(const text::Field& field, std::uint32_t number, base::Span window,
           std::span<const Match> matches)
      : field_(field),
        text_(field.text),
        number_(number),
        window_(window),
        matches_(matches),
        words_(marked_words(matches, number, window)),
        at_(window.begin) {}

  std::string json() {
    for (const text::FormulaSpan& span : field_.formulas) {
      if (span.begin < at_) continue;
      if (span.end > window_.end || span.begin > span.end) break;
      // A dollar sign before the window is not part of this text.
      const bool has_signs = span.begin > at_ && text_[span.begin - 1] == '$' &&
                             span.end < window_.end && text_[span.end] == '$';
      add_text_until(span.begin - (has_signs ? 1 : 0));
      add_formula(span);
      at_ = span.end + (has_signs ? 1 : 0);
    }
    add_text_until(window_.end);
    return base::json_array(parts_);
  }

 private:
  void add_text_until(std::uint32_t end) {
    for (const WordMark& word : words_) {
      const std::uint32_t begin = std::max(word.span.begin, at_);
      if (word.span.end > end || begin >= word.span.end) continue;
      add_text(at_, begin);
      add_text(begin, word.span.end, &word);
      at_ = word.span.end;
    }
    add_text(at_, end);
    at_ = std::max(at_, end);
  }

  void add_text(std::uint32_t begin, std::uint32_t end, const WordMark* mark = nullptr) {
    if (begin >= end) return;
    JsonObject part;
    part.add_string("text", plain_text(text_.substr(begin, end - begin)));
    if (mark != nullptr && mark->near.empty()) part.add_bool("matched", true);
    if (mark != nullptr && !mark->near.empty()) part.add_string("near", plain_text(mark->near));
    parts_.push_back(part.text());
  }

  // A formula alone in its paragraph is shown as a display.
  bool is_alone(const text::FormulaSpan& span) const {
    std::size_t before = span.begin;
    while (before > 0 && (text_[before - 1] == '$' || text_[before - 1] == ' ')) --before;
    std::size_t after = span.end;
    while (after < text_.size() && (text_[after] == '$' || text_[after] == ' ' ||
                                    text_[after] == '.' || text_[after] == ',')) {
      ++after;
    }
    return (before == 0 || text_[before - 1] == '\n') &&
           (after == text_.size() || text_[after] == '\n');
  }

  void add_formula(const text::FormulaSpan& span) {
    const std::string_view latex = text_.substr(span.begin, span.end - span.begin);
    const FormulaNames names = formula_names(latex);
    JsonObject part;
    part.add_string("latex", latex)
        .add_string_or_null("formula", names.id)
        .add_string("spoken", names.spoken)
        .add_bool("display", is_alone(span));
    std::vector<base::Span> marks;
    for (const Match& match : matches_) {
      if (!match.is_formula || match.field != number_) continue;
      if (match.span != base::Span{span.begin, span.end}) continue;
      if (!match.near.empty()) {
        part.add_string("near", plain_text(match.near));
        break;
      }
      for (const base::Span& mark : match.parts) {
        marks.push_back({mark.begin - span.begin, mark.end - span.begin});
      }
      break;
    }
    if (!marks.empty()) part.add("matched", spans_json(latex, marks));
    parts_.push_back(part.text());
  }

  const text::Field& field_;
  std::string_view text_;
  std::uint32_t number_;
  base::Span window_;
  std::span<const Match> matches_;
  std::vector<WordMark> words_;
  std::uint32_t at_;
  std::vector<std::string> parts_;
};

}  // namespace

std::string formula_id(std::string_view latex) {
  thread_local FormulaIds worker;
  worker.problems.clear();
  worker.reader.read(latex, worker.tree, worker.problems);
  return worker.tree.empty() ? std::string() : worker.ids.visual(worker.tree).hex();
}

std::string spoken_formula(std::string_view latex) { return formula_names(latex).spoken; }

std::string spans_json(std::string_view text, std::span<const base::Span> spans) {
  base::Utf16Places places(text);
  std::vector<std::string> pairs;
  for (const base::Span& span : spans) {
    const base::Span units = places.span(span);
    pairs.push_back(fmt::format("[{}, {}]", units.begin, units.end));
  }
  return base::json_array(pairs);
}

std::string span_json(std::string_view text, base::Span span) {
  const base::Span units = base::Utf16Places(text).span(span);
  return JsonObject().add_number("begin", units.begin).add_number("end", units.end).text();
}

base::JsonObject warning_json(const base::Error& problem, std::string_view latex) {
  JsonObject warning;
  warning.add_string("message", problem.message);
  if (problem.span.begin < problem.span.end && problem.span.end <= latex.size()) {
    warning.add("span", span_json(latex, problem.span));
  }
  if (!problem.hint.empty()) warning.add_string("hint", problem.hint);
  return warning;
}

std::string parts_json(const text::Field& field, std::uint32_t number, base::Span window,
                       std::span<const Match> matches) {
  return PartList(field, number, window, matches).json();
}

std::string paragraphs_json(const text::Field& field, std::uint32_t number,
                            std::span<const Match> matches) {
  std::vector<std::string> paragraphs;
  std::size_t formula = 0;
  std::uint32_t begin = 0;
  for (std::uint32_t at = 0; at <= field.text.size(); ++at) {
    while (formula < field.formulas.size() && field.formulas[formula].end < at) ++formula;
    const bool in_formula = formula < field.formulas.size() && at >= field.formulas[formula].begin;
    if (at < field.text.size() && (field.text[at] != '\n' || in_formula)) continue;
    if (begin < at) paragraphs.push_back(parts_json(field, number, {begin, at}, matches));
    begin = at + 1;
  }
  return base::json_array(paragraphs);
}

std::string plain_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const base::CodePoint& point : base::code_points(text)) {
    const bool is_control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
    if (is_control) {
      out += ' ';
    } else {
      base::append_code_point(out, point.value);
    }
  }
  return out;
}

}  // namespace noether::server
