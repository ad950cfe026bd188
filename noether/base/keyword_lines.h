// The line format of profiles and experiments:
//   keyword name "a name with blanks" setting=value other="two words"   # a remark
//
// Inside quotes every character stands for itself, and a quote is written twice. Some keywords take
// the rest of their line as text. Words keep their place, so that an error can point at it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::base {

struct KeywordWord {
  std::string text;  // without quotes
  Span span;         // in the whole text, with quotes
  bool quoted = false;
};

struct KeywordSetting {
  KeywordWord name;
  KeywordWord value;
};

struct KeywordLine {
  std::uint32_t number = 0;  // from 1
  Span span;                 // without blanks and remark
  KeywordWord keyword;
  std::string text;  // for a keyword that takes the rest of its line as text
  std::vector<KeywordWord> names;
  std::vector<KeywordSetting> settings;
};

// Passes line after line to the callback until one fails; lines that contain only a remark are
// skipped. `with_text` are the keywords whose line is text. Spans have 32 bits, so a text of 1 GB
// or more is an error.
Result<void> read_keyword_lines(std::string_view text, std::span<const std::string_view> with_text,
                                const std::function<Result<void>(KeywordLine&)>& line);

}  // namespace noether::base
