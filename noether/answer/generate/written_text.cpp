#include "noether/answer/generate/written_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "noether/answer/generate/citations.h"
#include "noether/base/ascii.h"
#include "noether/text/delimited_text.h"
#include "noether/text/sentences.h"

namespace noether::answer {
namespace {

// The most bytes for which the end of an opened formula is awaited; after that the sign is taken as
// one of money.
constexpr std::size_t kLongestOpenFormula = 2000;
constexpr std::size_t kMostFailures = 100;
// The most digits of the number of an item, and the bytes of a line that show whether it begins an
// item or a formula.
constexpr std::size_t kMostItemDigits = 9;
constexpr std::size_t kLineBegin = kMostItemDigits + 2;
constexpr std::string_view kBeginEnvironment = "\\begin{";
constexpr std::string_view kThinks = "<think>";
constexpr std::string_view kThought = "</think>";

bool is_stop(char c) { return c == '.' || c == '?' || c == '!'; }

// The text of a model as a field, up to the point where it can be read.
class WrittenField {
 public:
  WrittenField(std::string_view raw, bool is_end) : raw_(raw), is_end_(is_end) {
    field_.name = "answer";
    while (at_ < raw_.size() && step()) {
    }
    while (field_.text.ends_with(' ')) field_.text.pop_back();
  }

  const text::Field& field() const { return field_; }
  // The place in the text of a byte of the field.
  std::size_t origin(std::size_t byte) const { return origins_[byte]; }

 private:
  void put(char c, std::size_t origin) {
    field_.text += c;
    origins_.push_back(static_cast<std::uint32_t>(origin));
  }
  void put_blank() {
    if (!field_.text.empty() && field_.text.back() != ' ' && field_.text.back() != '\n') {
      put(' ', at_);
    }
  }
  void put_paragraph() {
    while (field_.text.ends_with(' ')) {
      field_.text.pop_back();
      origins_.pop_back();
    }
    if (!field_.text.empty() && field_.text.back() != '\n') put('\n', at_);
  }

  // Returns false if more text is needed to know how to read this place.
  bool step() {
    const char c = raw_[at_];
    is_behind_display_ = is_behind_display_ && base::is_space_or_control(c);
    if (c == '$' || c == '\\') return pass_sign();
    if (c == '\n') return pass_lines();
    if (c == '[') {
      if (!is_end_ && is_open_mark_at(raw_, at_)) return false;
      if (const auto mark = citation_mark_at(raw_, at_)) return pass_mark(mark->end);
    }
    if (base::is_space_or_control(c)) {
      put_blank();
    } else {
      put(c, at_);
    }
    ++at_;
    return true;
  }

  bool pass_mark(std::size_t end) {
    // Without the blank, `so.[1] Then` would be one sentence.
    if (!field_.text.empty() && is_stop(field_.text.back())) put_blank();
    for (; at_ < end; ++at_) {
      if (base::is_space_or_control(raw_[at_])) {
        put_blank();
      } else {
        put(raw_[at_], at_);
      }
    }
    return true;
  }

  bool pass_sign() {
    const std::string_view rest = raw_.substr(at_);
    if (rest.starts_with("\\$")) {
      put('$', at_);
      at_ += 2;
      return true;
    }
    const bool may_wait = !is_end_ && rest.size() < kLongestOpenFormula;
    if (may_wait && text::may_become_formula(raw_, at_)) return false;
    const auto formula =
        failures_ < kMostFailures ? text::delimited_formula_at(raw_, at_) : std::nullopt;
    if (formula) {
      put_formula(formula->latex);
      is_behind_display_ = rest.starts_with("$$") || !(rest[0] == '$' || rest[1] == '(');
      at_ = formula->end;
      return true;
    }
    if (rest[0] == '$' || rest.starts_with("\\(") || rest.starts_with("\\[") ||
        rest.starts_with(kBeginEnvironment)) {
      ++failures_;
    }
    put(raw_[at_], at_);
    ++at_;
    return true;
  }
  void put_formula(std::string_view latex) {
    const std::size_t begin = std::min(latex.find_first_not_of(base::kBlanks), latex.size());
    latex = latex.substr(begin, latex.find_last_not_of(base::kBlanks) + 1 - begin);
    put('$', at_);
    const auto first = static_cast<std::uint32_t>(field_.text.size());
    for (const char c : latex) put(base::is_space_or_control(c) ? ' ' : c, at_);
    field_.formulas.push_back({first, static_cast<std::uint32_t>(field_.text.size()), {}, {}});
    put('$', at_);
  }

  // An empty line ends a paragraph, and so does the next item of a list. A sentence continues
  // across a displayed formula.
  bool pass_lines() {
    const std::size_t next = raw_.find_first_not_of(base::kBlanks, at_);
    if (next == std::string_view::npos) {
      at_ = raw_.size();
      return false;
    }
    const std::string_view gap = raw_.substr(at_, next - at_);
    const std::string_view line = raw_.substr(next);
    if (line.size() < kLineBegin && !is_end_) return false;
    const bool is_display = line.starts_with("\\[") || line.starts_with("$$") ||
                            line.starts_with(kBeginEnvironment) || is_behind_display_;
    if (!is_display && (std::ranges::count(gap, '\n') > 1 || begins_item(line))) {
      put_paragraph();
    } else {
      put_blank();
    }
    at_ = next;
    return true;
  }
  static bool begins_item(std::string_view line) {
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    line.remove_prefix(digits);
    if (digits > kMostItemDigits) return false;
    if (digits > 0) return line.starts_with(". ") || line.starts_with(") ");
    return line.starts_with("- ") || line.starts_with("* ") || line.starts_with('#');
  }

  std::string_view raw_;
  bool is_end_;
  std::size_t at_ = 0;
  std::size_t failures_ = 0;
  bool is_behind_display_ = false;
  text::Field field_;
  std::vector<std::uint32_t> origins_;
};

// The end of the citation marks at the beginning of a text; 0 if there are none.
std::size_t end_of_marks(std::string_view text) {
  std::size_t end = 0;
  std::size_t at = 0;
  while (const auto mark = citation_mark_at(text, at)) {
    end = mark->end;
    at = std::min(text.find_first_not_of(' ', end), text.size());
  }
  return end;
}

// Whether the text is the number of an item, such as `2.`, which is not a sentence.
bool is_number(std::string_view sentence) {
  return sentence.ends_with('.') && sentence.find_first_not_of("0123456789") == sentence.size() - 1;
}

// The sentences as text::find_sentences finds them, except that the number of an item is not a
// sentence, and that a citation after a full stop belongs to the sentence that ends there.
std::vector<base::Span> written_sentences(const text::Field& field) {
  const auto text_of = [&](base::Span span) {
    return std::string_view(field.text).substr(span.begin, span.end - span.begin);
  };
  std::vector<base::Span> spans;
  for (base::Span span : text::find_sentences(field)) {
    if (!spans.empty() && is_number(text_of(spans.back()))) {
      spans.back().end = span.end;
      continue;
    }
    const bool follows = !spans.empty() && !text_of({spans.back().end, span.begin}).contains('\n');
    if (const std::size_t marks = follows ? end_of_marks(text_of(span)) : 0; marks > 0) {
      spans.back().end = span.begin + static_cast<std::uint32_t>(marks);
      span.begin = spans.back().end;
      while (span.begin < span.end && field.text[span.begin] == ' ') ++span.begin;
    }
    if (span.begin < span.end) spans.push_back(span);
  }
  return spans;
}

text::Field part_of(const text::Field& whole, base::Span span) {
  text::Field part{whole.name, whole.text.substr(span.begin, span.end - span.begin), {}};
  for (const text::FormulaSpan& formula : whole.formulas) {
    if (formula.begin < span.begin || formula.end > span.end) continue;
    part.formulas.push_back({formula.begin - span.begin, formula.end - span.begin, {}, {}});
  }
  return part;
}

// The text without an incomplete character at its end.
std::string_view whole_characters(std::string_view text) {
  constexpr std::size_t kMostBytes = 4;
  for (std::size_t size = 1; size <= std::min(kMostBytes, text.size()); ++size) {
    const auto byte = static_cast<unsigned char>(text[text.size() - size]);
    if ((byte & 0xC0U) == 0x80U) continue;
    const std::size_t wanted = byte < 0xC0U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
    return size < wanted ? text.substr(0, text.size() - size) : text;
  }
  return text;
}

// Removes the thoughts that a model writes before its answer. Returns false while it may still be
// thinking.
bool drop_thoughts(std::string& text) {
  text.erase(0, std::min(text.find_first_not_of(base::kBlanks), text.size()));
  if (kThinks.starts_with(text)) return false;
  if (!text.starts_with(kThinks)) return true;
  const std::size_t end = text.find(kThought);
  if (end == std::string::npos) return false;
  text.erase(0, end + kThought.size());
  return true;
}

}  // namespace

std::vector<WrittenSentence> WrittenText::add(std::string_view piece) {
  pending_ += piece;
  if (!is_begun_ && !drop_thoughts(pending_)) return {};
  is_begun_ = true;
  // Examining an unfinished sentence again for every piece would take quadratic time.
  if (pending_.size() < last_look_ + pending_.size() / 16) return {};
  return take(false);
}

std::vector<WrittenSentence> WrittenText::end() {
  if (!is_begun_ && pending_.starts_with(kThinks)) return {};
  return take(true);
}

std::vector<WrittenSentence> WrittenText::take(bool is_end) {
  const WrittenField written(is_end ? pending_ : whole_characters(pending_), is_end);
  const text::Field& field = written.field();
  const std::vector<base::Span> spans = written_sentences(field);
  std::vector<WrittenSentence> sentences;
  const std::size_t whole = is_end || spans.empty() ? spans.size() : spans.size() - 1;
  for (std::size_t i = 0; i < whole; ++i) {
    sentences.push_back({part_of(field, spans[i]), begins_paragraph_});
    const std::uint32_t next = i + 1 < spans.size() ? spans[i + 1].begin : spans[i].end;
    begins_paragraph_ =
        std::string_view(field.text).substr(spans[i].end, next - spans[i].end).contains('\n');
  }
  if (is_end) {
    pending_.clear();
  } else if (whole > 0) {
    pending_.erase(0, written.origin(spans[whole].begin));
  }
  last_look_ = pending_.size();
  return sentences;
}

}  // namespace noether::answer
