#include "noether/text/markup/markdown_formulas.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "noether/text/delimited_text.h"
#include "noether/text/note.h"

namespace noether::text {
namespace {

constexpr std::string_view kOpen = "\uE000";
constexpr std::string_view kClose = "\uE001";
constexpr std::string_view kNoteMarks = "#[!]\n";
constexpr std::string_view kTagSigns =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-/";
constexpr std::size_t kMaxTagBytes = 100;

// Whether the last line before the end has only the signs of a quotation.
bool begins_quotation(std::string_view text) {
  constexpr std::size_t kMaxSigns = 100;
  bool has_sign = false;
  for (std::size_t i = 0; i < kMaxSigns && !text.empty() && text.back() != '\n'; ++i) {
    if (text.back() != '>' && text.back() != ' ' && text.back() != '\t') return false;
    has_sign = has_sign || text.back() == '>';
    text.remove_suffix(1);
  }
  return has_sign && (text.empty() || text.back() == '\n');
}

bool is_of_tag(char c) { return static_cast<unsigned char>(c) >= 0x80 || kTagSigns.contains(c); }

}  // namespace

// The end of the code whose backquotes or tildes begin at `at`; `at` itself if no code begins
// there.
std::size_t MarkdownFormulas::code_end(std::size_t at) const {
  const char mark = source_[at];
  const std::size_t run = std::min(source_.find_first_not_of(mark, at), source_.size()) - at;
  const bool line_start = at == 0 || source_[at - 1] == '\n';
  if (run < 3 && mark == '~') return at + run;
  const std::string fence = (line_start && run >= 3 ? "\n" : "") + std::string(run, mark);
  const std::size_t end = source_.substr(0, at + 100'000).find(fence, at + run);
  if (end == std::string_view::npos) return at + run;
  return end + fence.size();
}

// Copies the source up to `from` into the masked source and skips the rest up to `to`.
void MarkdownFormulas::skip_to(std::size_t from, std::size_t to) {
  if (from > begin_) masked_.append(source_, begin_, from - begin_);
  begin_ = to;
}

std::size_t MarkdownFormulas::take_link(std::size_t at) {
  constexpr std::size_t kMaxLinkBytes = 500;
  const bool is_embedded = source_[at] == '!';
  const std::size_t target = at + (is_embedded ? 3 : 2);
  const std::string_view rest = source_.substr(target, kMaxLinkBytes);
  const std::size_t end = rest.find_first_of("[]\n");
  if (end == 0 || end == std::string_view::npos || !rest.substr(end).starts_with("]]")) {
    return at + 1;
  }
  if (is_embedded) {
    skip_to(at, target + end + 2);
    return begin_;
  }
  const std::size_t bar = rest.substr(0, end).find('|');
  const bool has_text = bar != std::string_view::npos && bar + 1 < end;
  skip_to(at, has_text ? target + bar + 1 : target);
  link_end_ = target + end;
  return begin_;
}

std::size_t MarkdownFormulas::take_note_markup(std::size_t at) {
  const std::string_view rest = source_.substr(at);
  if (at == link_end_) {
    skip_to(at, at + 2);
    return at + 2;
  }
  if (at == title_end_) {
    skip_to(at, at);
    masked_ += "  ";  // ends the line as a paragraph
    return at + 1;
  }
  if (rest.starts_with("![[") || rest.starts_with("[[")) return take_link(at);
  if (rest.starts_with("[!")) {
    const std::size_t end = rest.substr(0, 60).find_first_not_of(kTagSigns, 2);
    if (!begins_quotation(source_.substr(0, at)) || end == std::string_view::npos ||
        rest[end] != ']') {
      return at + 1;
    }
    const bool folds = end + 1 < rest.size() && (rest[end + 1] == '-' || rest[end + 1] == '+');
    skip_to(at, at + end + (folds ? 2 : 1));
    title_end_ = std::min(source_.find('\n', at), source_.size());
    return begin_;
  }
  if (rest.front() == '#' &&
      (at == 0 || source_[at - 1] == ' ' || source_[at - 1] == '\t' || source_[at - 1] == '\n')) {
    std::size_t end = 1;
    bool has_letter = false;
    while (end < rest.size() && end < kMaxTagBytes && is_of_tag(rest[end])) {
      has_letter = has_letter || rest[end] < '0' || rest[end] > '9';
      ++end;
    }
    if (end > 1 && has_letter) {
      add_tag(rest.substr(1, end - 1), tags_);
      skip_to(at, at + 1);
      return at + end;
    }
  }
  return at + 1;
}

MarkdownFormulas::MarkdownFormulas(std::string_view source, bool is_note) : source_(source) {
  masked_.reserve(source.size());
  std::size_t failures = 0;
  const std::string_view marks = is_note ? "$\\`~\xEE#[!]\n" : "$\\`~\xEE";
  for (std::size_t at = 0; (at = source.find_first_of(marks, at)) != std::string_view::npos;) {
    if (kNoteMarks.contains(source[at])) {
      at = take_note_markup(at);
      continue;
    }
    if (source[at] == '`' || source[at] == '~') {
      const std::size_t run_end = std::min(source.find_first_not_of(source[at], at), source.size());
      const std::size_t end = failures < 1'000 ? code_end(at) : run_end;
      if (end == run_end) ++failures;
      at = end;
      continue;
    }
    if (source[at] == '\xEE') {
      // The two characters themselves must not be in the text.
      const std::string_view rest = source.substr(at);
      if (rest.starts_with(kOpen) || rest.starts_with(kClose)) {
        skip_to(at, at + kOpen.size());
        masked_ += "\uFFFD";
      }
      ++at;
      continue;
    }
    const bool escaped =
        source.substr(at).starts_with("\\\\") || source.substr(at).starts_with("\\$");
    const std::optional<DelimitedFormula> formula =
        escaped || failures > 1'000 ? std::nullopt : delimited_formula_at(source, at);
    if (!formula) {
      const char next = at + 1 < source.size() ? source[at + 1] : ' ';
      if (source[at] == '$' || next == '(' || next == '[' || next == 'b') ++failures;
      at += escaped || source.substr(at).starts_with("$$") ? std::size_t{2} : std::size_t{1};
      continue;
    }
    skip_to(at, formula->end);
    masked_ += kOpen;
    masked_ += std::to_string(formulas_.size());
    masked_ += kClose;
    formulas_.push_back({formula->latex, source.substr(at, formula->end - at)});
    at = formula->end;
  }
  masked_.append(source, std::min(begin_, source.size()));
}

template <typename Text, typename Use>
void MarkdownFormulas::for_each_part(std::string_view masked, Text text, Use formula) const {
  while (!masked.empty()) {
    const std::size_t open = masked.find(kOpen);
    const std::size_t close = open == std::string_view::npos ? open : masked.find(kClose, open);
    if (close == std::string_view::npos) {
      text(masked);
      return;
    }
    text(masked.substr(0, open));
    const std::string_view digits = masked.substr(open + kOpen.size(), close - open - kOpen.size());
    std::size_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < formulas_.size()) formula(formulas_[number]);
    masked.remove_prefix(close + kClose.size());
  }
}

void MarkdownFormulas::append(std::string_view text, FieldBuilder& out) const {
  for_each_part(
      text, [&](std::string_view part) { out.append(part); },
      [&](const Formula& formula) { out.append_formula(formula.latex); });
}

std::string MarkdownFormulas::restored(std::string_view text) const {
  std::string out;
  for_each_part(
      text, [&](std::string_view part) { out += part; },
      [&](const Formula& formula) { out += formula.source; });
  return out;
}

std::size_t MarkdownFormulas::count_lines(std::string_view text) const {
  std::ptrdiff_t lines = 0;
  for_each_part(
      text, [&](std::string_view part) { lines += std::ranges::count(part, '\n'); },
      [&](const Formula& formula) { lines += std::ranges::count(formula.source, '\n'); });
  return static_cast<std::size_t>(lines);
}

}  // namespace noether::text
