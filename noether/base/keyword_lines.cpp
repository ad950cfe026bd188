#include "noether/base/keyword_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace noether::base {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

// The words of one line; positions are those in the whole text.
class LineWords {
 public:
  LineWords(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text), at_(begin), end_(end) {}

  // Returns false at the end of the line and at a remark.
  bool skip_blanks() {
    while (at_ < end_ && kBlank.find(text_[at_]) != std::string_view::npos) ++at_;
    return at_ < end_ && text_[at_] != '#';
  }

  // A word ends at a blank, at a remark and, if `stops_at_sign`, at '='.
  Result<KeywordWord> word(bool stops_at_sign) {
    KeywordWord word;
    const std::size_t begin = at_;
    while (at_ < end_ && !ends_word(text_[at_], stops_at_sign)) {
      if (text_[at_] == '"') {
        word.quoted = true;
        if (auto read = quoted(word.text); !read) return std::unexpected(read.error());
      } else {
        word.text += text_[at_++];
      }
    }
    word.span = span_of(begin, at_);
    return word;
  }

  // Returns the rest of the line, without surrounding blanks and the remark.
  std::string rest() {
    if (!skip_blanks()) return {};
    const std::string_view left = text_.substr(at_, end_ - at_);
    const std::string_view said = left.substr(0, left.find('#'));
    at_ = end_;
    return std::string(said.substr(0, said.find_last_not_of(kBlank) + 1));
  }

  bool take_sign() {
    if (at_ >= end_ || text_[at_] != '=') return false;
    ++at_;
    return true;
  }
  std::size_t at() const { return at_; }

 private:
  static bool ends_word(char c, bool stops_at_sign) {
    return kBlank.find(c) != std::string_view::npos || c == '#' || (stops_at_sign && c == '=');
  }

  Result<void> quoted(std::string& into) {
    const std::size_t begin = at_++;
    for (; at_ < end_; ++at_) {
      if (text_[at_] != '"') {
        into += text_[at_];
      } else if (at_ + 1 < end_ && text_[at_ + 1] == '"') {
        into += '"';
        ++at_;
      } else {
        ++at_;
        return {};
      }
    }
    return fail("this quote is not closed", span_of(begin, end_),
                "a quote ends on its line; inside it, \"\" stands for a quotation mark");
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t end_;
};

Result<void> read_line(LineWords& words, std::span<const std::string_view> with_text,
                       KeywordLine& line) {
  auto keyword = words.word(false);
  if (!keyword) return std::unexpected(keyword.error());
  line.keyword = std::move(*keyword);
  if (std::ranges::find(with_text, line.keyword.text) != with_text.end()) {
    line.text = words.rest();
    return {};
  }
  while (words.skip_blanks()) {
    auto word = words.word(true);
    if (!word) return std::unexpected(word.error());
    if (!words.take_sign()) {
      line.names.push_back(std::move(*word));
      continue;
    }
    auto value = words.word(false);
    if (!value) return std::unexpected(value.error());
    line.settings.push_back({std::move(*word), std::move(*value)});
  }
  return {};
}

}  // namespace

Result<void> read_keyword_lines(std::string_view text, std::span<const std::string_view> with_text,
                                const std::function<Result<void>(KeywordLine&)>& line) {
  if (text.size() >= kMostBytes) return fail("the text of settings is 1 GB or longer");
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    LineWords words(text, at, end);
    const std::size_t line_start = at;
    at = end + 1;
    if (!words.skip_blanks()) continue;
    KeywordLine read;
    read.number = number;
    const std::size_t begin = words.at();
    auto done = read_line(words, with_text, read);
    if (done) {
      const std::size_t last = text.find_last_not_of(kBlank, words.at() - 1);
      read.span = span_of(begin, std::max(begin, last + 1));
      done = line(read);
    }
    if (done) continue;
    Error error = std::move(done.error());
    if (error.span == Span{}) error.span = read.span;
    const std::size_t column = std::max<std::size_t>(error.span.begin, line_start) - line_start + 1;
    error.message = fmt::format("line {}, column {}: {}", number, column, error.message);
    return std::unexpected(std::move(error));
  }
  return {};
}

}  // namespace noether::base
