#include "noether/text/sentences.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::text {
namespace {

// Lower case, without the last point. A sentence never ends at one of these.
constexpr auto kAbbreviations = std::to_array<std::string_view>({
    "al",   "approx", "assoc", "cf",  "ch",   "chap", "cor",  "def",  "defn", "dr",    "e.g",
    "ed",   "eds",    "eq",    "eqn", "eqs",  "ex",   "fig",  "figs", "i.e",  "jr",    "lem",
    "mr",   "mrs",    "ms",    "no",  "nos",  "p",    "para", "pp",   "prof", "prop",  "ref",
    "refs", "rem",    "resp",  "sec", "sect", "st",   "thm",  "vol",  "vs",   "w.r.t",
});
static_assert(std::ranges::is_sorted(kAbbreviations));

bool is_blank_in_line(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

class SentenceFinder {
 public:
  SentenceFinder(std::string_view text, std::span<const FormulaSpan> formulas,
                 std::vector<base::Span>& out)
      : text_(text), formulas_(formulas), out_(out) {}

  void find() {
    while (at_ < text_.size()) {
      if (!formulas_.empty() && at_ + 1 >= formulas_.front().begin) {
        pass_formula();
      } else if (text_[at_] == '\n') {
        end_sentence(at_);
        begin_ = ++at_;
      } else if (text_[at_] == '.' || text_[at_] == '?' || text_[at_] == '!') {
        pass_stop();
      } else {
        ++at_;
      }
    }
    end_sentence(text_.size());
  }

 private:
  // The point that ends the sentence is often inside a displayed formula.
  void pass_formula() {
    const std::size_t end = std::min<std::size_t>(formulas_.front().end, text_.size());
    const bool ends_in_point = end > formulas_.front().begin && text_[end - 1] == '.' &&
                               !text_.substr(0, end).ends_with("..");
    at_ = std::max<std::size_t>(at_ + 1, end);
    if (at_ < text_.size() && text_[at_] == '$') ++at_;
    formulas_ = formulas_.subspan(1);
    if (ends_in_point && at_ < text_.size() && is_blank_in_line(text_[at_]) &&
        starts_sentence(at_)) {
      end_sentence(at_);
      begin_ = at_;
    }
  }

  void pass_stop() {
    const std::size_t stop = at_++;
    while (at_ < text_.size() && std::string_view(".?!)]}\"'").contains(text_[at_])) ++at_;
    for (const std::string_view quote : {"”", "’", "»"}) {
      if (text_.substr(at_).starts_with(quote)) at_ += quote.size();
    }
    if (at_ < text_.size() && !is_blank_in_line(text_[at_])) return;
    if (text_[stop] == '.' && (is_abbreviation(stop) || !starts_sentence(at_))) return;
    end_sentence(at_);
    begin_ = at_;
  }

  // Whether the point at `stop` ends an abbreviation or an initial.
  bool is_abbreviation(std::size_t stop) const {
    std::size_t begin = stop;
    while (begin > begin_ && (base::is_letter(text_[begin - 1]) || text_[begin - 1] == '.'))
      --begin;
    const std::string_view word = text_.substr(begin, stop - begin);
    if (word.empty() || word.size() > 8) return false;
    // "J. Smith". A symbol that ends a sentence is a formula, so one capital is an initial.
    if (word.size() == 1 && is_upper(word[0])) return true;
    std::array<char, 8> lower{};
    std::ranges::transform(word, lower.begin(),
                           [](char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; });
    const std::string_view key(lower.data(), word.size());
    return std::ranges::binary_search(kAbbreviations, key);
  }

  // Whether the text after the blanks at `at` may begin a sentence: it does not begin with a small
  // letter.
  bool starts_sentence(std::size_t at) const {
    while (at < text_.size() && is_blank_in_line(text_[at])) ++at;
    if (at == text_.size() || text_[at] == '\n') return true;
    const base::CodePoint c = base::decode_code_point(text_.substr(at));
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(c.value))) {
      case UTF8PROC_CATEGORY_LL:
      case UTF8PROC_CATEGORY_PD:
      case UTF8PROC_CATEGORY_PE:
      case UTF8PROC_CATEGORY_PO:
        return c.value == '"' || c.value == '\'';
      default:
        return true;
    }
  }

  void end_sentence(std::size_t end) {
    std::size_t begin = begin_;
    while (begin < end && (is_blank_in_line(text_[begin]) || text_[begin] == '\n')) ++begin;
    while (end > begin && (is_blank_in_line(text_[end - 1]) || text_[end - 1] == '\n')) --end;
    if (begin == end) return;
    out_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  std::string_view text_;
  std::span<const FormulaSpan> formulas_;
  std::vector<base::Span>& out_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

}  // namespace

void find_sentences(std::string_view text, std::span<const FormulaSpan> formulas,
                    std::vector<base::Span>& out) {
  out.clear();
  SentenceFinder(text, formulas, out).find();
}

std::vector<base::Span> find_sentences(const Field& field) {
  std::vector<base::Span> sentences;
  find_sentences(field.text, field.formulas, sentences);
  return sentences;
}

}  // namespace noether::text
