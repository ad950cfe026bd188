#include "noether/amr/parser/words.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/formulas.h"

namespace noether::amr {
namespace {

constexpr std::string_view kPlaceholder = "eqx";
// Endings that are separate words, without their apostrophe.
constexpr std::array<std::string_view, 6> kEndings = {"s", "re", "ve", "ll", "d", "m"};
// Words that keep the full stop after them.
constexpr std::array<std::string_view, 7> kTitles = {"Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Prof"};
constexpr std::size_t kMostMarkupBytes = 40;
// The maximum length of a word; a longer run of letters or signs is split into several words.
constexpr std::size_t kMostWordBytes = 1000;

bool is_word_character(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    default:
      return false;
  }
}

bool is_blank(char32_t c) {
  return c <= U' ' || utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_ZS;
}

bool is_upper(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_LU;
}

WordShape shape_of(std::string_view text, bool is_first) {
  std::size_t letters = 0;
  std::size_t upper = 0;
  std::size_t digits = 0;
  bool first_upper = false;
  for (const base::CodePoint& c : base::code_points(text)) {
    const bool is_digit = c.value < 0x80 && base::is_digit(static_cast<char>(c.value));
    if (is_digit) {
      ++digits;
    } else if (is_word_character(c.value)) {
      if (is_upper(c.value)) {
        ++upper;
        first_upper |= letters == 0 && digits == 0;
      }
      ++letters;
    }
  }
  if (letters == 0) return digits > 0 ? WordShape::Digits : WordShape::Sign;
  if (digits > 0) return WordShape::Mixed;
  if (upper == 0) return WordShape::Lower;
  if (upper == letters && letters > 1) return WordShape::Upper;
  if (upper == 1 && first_upper) return is_first ? WordShape::FirstCapital : WordShape::Capital;
  return WordShape::Mixed;
}

class WordSplitter {
 public:
  explicit WordSplitter(std::string_view text) : text_(text) {
    neural::tokens::find_formulas(text, formulas_);
  }

  std::vector<Word> split() {
    while (at_ < text_.size()) {
      const base::CodePoint c = base::decode_code_point(text_.substr(at_));
      if (is_blank(c.value)) {
        at_ += c.bytes.size();
        blank_ = true;
      } else if (!take_formula() && !take_placeholder() && !skip_markup()) {
        if (is_word_character(c.value)) {
          take_letters();
        } else {
          take_sign(c);
        }
      }
    }
    return std::move(words_);
  }

 private:
  void add(std::size_t end) {
    const std::string_view text = text_.substr(at_, end - at_);
    words_.push_back({std::string(text),
                      lower_case(text),
                      {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)},
                      shape_of(text, words_.empty()),
                      blank_});
    at_ = end;
    blank_ = false;
  }

  void add_formula(std::string_view formula, std::size_t end) {
    words_.push_back({std::string(formula),
                      std::string(formula),
                      {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)},
                      WordShape::Formula,
                      blank_});
    at_ = end;
    blank_ = false;
  }

  // Takes the text between dollar signs, with the signs.
  bool take_formula() {
    while (next_ < formulas_.size() && formulas_[next_].begin <= at_) ++next_;
    if (next_ == formulas_.size()) return false;
    const auto [begin, end] = formulas_[next_];
    const std::string_view opening = text_.substr(at_, begin - at_);
    if (opening != "$" && opening != "$$" && opening != "\\(" && opening != "\\[") return false;
    add_formula(without_quotes_of_placeholder(text_.substr(begin, end - begin)),
                std::min(end + opening.size(), text_.size()));
    return true;
  }

  // Removes the quotes and blanks of a placeholder: $"eqx12eqx" $ is formula 12.
  static std::string_view without_quotes_of_placeholder(std::string_view formula) {
    constexpr std::string_view kAround = " \"";
    const std::size_t begin = formula.find_first_not_of(kAround);
    if (begin == std::string_view::npos) return formula;
    const std::string_view inner =
        formula.substr(begin, formula.find_last_not_of(kAround) - begin + 1);
    return inner.starts_with(kPlaceholder) && inner.ends_with(kPlaceholder) ? inner : formula;
  }

  bool take_placeholder() {
    std::size_t begin = at_;
    if (text_[begin] == '"') ++begin;
    if (!text_.substr(begin).starts_with(kPlaceholder)) return false;
    std::size_t end = begin + kPlaceholder.size();
    while (end < text_.size() && base::is_digit(text_[end])) ++end;
    if (end == begin + kPlaceholder.size() || !text_.substr(end).starts_with(kPlaceholder)) {
      return false;
    }
    end += kPlaceholder.size();
    const bool is_quoted = begin > at_ && end < text_.size() && text_[end] == '"';
    if (begin > at_ && !is_quoted) return false;
    add_formula(text_.substr(begin, end - begin), is_quoted ? end + 1 : end);
    return true;
  }

  bool skip_markup() {
    if (text_[at_] != '<') return false;
    std::size_t name = at_ + 1;
    if (name < text_.size() && text_[name] == '/') ++name;
    if (name >= text_.size() || !base::is_letter(text_[name])) return false;
    const std::size_t end = text_.substr(0, at_ + kMostMarkupBytes).find('>', name);
    if (end == std::string_view::npos) return false;
    at_ = end + 1;
    return true;
  }

  std::size_t end_of_letters(std::size_t from) const {
    while (from < text_.size() && from < at_ + kMostWordBytes) {
      const base::CodePoint c = base::decode_code_point(text_.substr(from));
      if (!is_word_character(c.value)) break;
      from += c.bytes.size();
    }
    return from;
  }

  // The number of bytes of the apostrophe at this place; 0 if there is none.
  std::size_t apostrophe_at(std::size_t at) const {
    const std::string_view rest = text_.substr(std::min(at, text_.size()));
    if (rest.starts_with('\'')) return 1;
    return rest.starts_with("’") ? std::string_view("’").size() : 0;
  }

  bool is_digit_at(std::size_t at) const { return at < text_.size() && base::is_digit(text_[at]); }

  void take_letters() {
    std::size_t end = end_of_letters(at_);
    // Numbers such as 3.14 and 1,000.
    while (end + 1 < text_.size() && (text_[end] == '.' || text_[end] == ',') &&
           is_digit_at(end - 1) && is_digit_at(end + 1)) {
      end = end_of_letters(end + 1);
    }
    // Abbreviations such as U.S., and the full stops of titles.
    std::size_t dotted = end;
    while (dotted - at_ < 40 && end - at_ == 1 && dotted < text_.size() && text_[dotted] == '.' &&
           end_of_letters(dotted + 1) == dotted + 2 && dotted + 2 < text_.size() &&
           text_[dotted + 2] == '.') {
      dotted += 2;
    }
    if (dotted > end) return add(dotted + 1);
    if (end < text_.size() && text_[end] == '.' &&
        std::ranges::find(kTitles, text_.substr(at_, end - at_)) != kTitles.end()) {
      return add(end + 1);
    }
    const std::size_t sign = apostrophe_at(end);
    const std::string_view after =
        sign == 0 ? std::string_view()
                  : text_.substr(end + sign, end_of_letters(end + sign) - end - sign);
    if (after == "t" && text_[end - 1] == 'n') {
      if (end - 1 > at_) add(end - 1);
      return add(end + sign + after.size());
    }
    add(end);
  }

  void take_sign(const base::CodePoint& c) {
    const std::size_t sign = apostrophe_at(at_);
    if (sign > 0) {
      const std::size_t end = end_of_letters(at_ + sign);
      const std::string_view after = text_.substr(at_ + sign, end - at_ - sign);
      if (std::ranges::find(kEndings, after) != kEndings.end()) return add(end);
    }
    std::size_t end = at_ + c.bytes.size();
    while (end < at_ + kMostWordBytes && text_.substr(end).starts_with(c.bytes)) {
      end += c.bytes.size();
    }
    add(end);
  }

  std::string_view text_;
  std::vector<base::Span> formulas_;
  std::size_t next_ = 0;  // of the formulas
  std::size_t at_ = 0;
  bool blank_ = true;
  std::vector<Word> words_;
};

}  // namespace

Sentence split_words(std::string_view text) {
  return {std::string(text), WordSplitter(text).split()};
}

}  // namespace noether::amr
