#include "noether/neural/tokenizer/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/characters.h"

namespace noether::neural::tokens {
namespace {

constexpr std::string_view kGpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

// One loop reads all of these patterns; they differ in how many digits are one piece.
struct Gpt4Pattern {
  std::string_view expression;
  std::size_t most_digits;
};
constexpr auto kGpt4 = std::to_array<Gpt4Pattern>({
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     3},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)",
     3},
    {kQwen2Expression, 1},
});

// The character at `at` with its classes; zero at the end.
struct Place {
  char32_t c = 0;
  std::uint16_t classes = 0;
  std::size_t end = 0;
};

Place place_at(std::string_view text, std::size_t at) {
  Place place{0, 0, at};
  if (at < text.size()) {
    place.c = next_character(text, place.end);
    place.classes = character_classes(place.c);
  }
  return place;
}

constexpr std::uint16_t kLetterOrNumber = kIsLetter | kIsNumber;

bool is_sign(const Place& place, std::size_t at) {
  return place.end > at && (place.classes & (kLetterOrNumber | kIsSpace)) == 0;
}

template <typename Holds>
std::size_t skip_while(std::string_view text, std::size_t at, const Holds& holds) {
  while (at < text.size()) {
    const Place place = place_at(text, at);
    if (!holds(place)) break;
    at = place.end;
  }
  return at;
}

std::size_t skip_class(std::string_view text, std::size_t at, std::uint16_t classes) {
  return skip_while(text, at, [&](const Place& place) { return (place.classes & classes) != 0; });
}

std::size_t skip_signs(std::string_view text, std::size_t at) {
  return skip_while(text, at, [](const Place& place) {
    return (place.classes & (kLetterOrNumber | kIsSpace)) == 0;
  });
}

// The end of `\s+(?!\S)|\s+` at the start of white space. The match is all of the white space, or
// all but its last character if another character follows and the match would not be empty.
std::size_t space_end(std::string_view text, std::size_t at) {
  std::size_t last = at;
  std::size_t end = at;
  while (end < text.size()) {
    const Place place = place_at(text, end);
    if ((place.classes & kIsSpace) == 0) break;
    last = end;
    end = place.end;
  }
  return end == text.size() || last == at ? end : last;
}

// The end of 's, 't, 're, 've, 'm, 'll or 'd at an apostrophe; `at` itself if nothing matches.
std::size_t contraction_end(std::string_view text, std::size_t at, bool any_case) {
  const auto letter = [&](std::size_t i) {
    if (at + i >= text.size()) return '\0';
    const char c = text[at + i];
    return any_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  };
  switch (letter(1)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return at + 2;
    case 'r':
    case 'v':
      return letter(2) == 'e' ? at + 3 : at;
    case 'l':
      return letter(2) == 'l' ? at + 3 : at;
    default:
      // U+017F is an s if case is ignored.
      return any_case && text.substr(at + 1).starts_with("\xC5\xBF") ? at + 3 : at;
  }
}

}  // namespace

Pattern Pattern::literal(std::string_view text) {
  Pattern pattern;
  pattern.text_ = text;
  return pattern;
}

Pattern Pattern::gpt2() {
  Pattern pattern;
  pattern.kind_ = Kind::Gpt2;
  return pattern;
}

base::Result<Pattern> Pattern::regular_expression(std::string_view expression) {
  if (expression == kGpt2) return gpt2();
  Pattern pattern;
  for (const Gpt4Pattern& known : kGpt4) {
    if (expression == known.expression) {
      pattern.kind_ = Kind::Gpt4;
      pattern.most_digits_ = known.most_digits;
      return pattern;
    }
  }
  if (pattern.read_characters(expression)) return pattern;
  return base::fail(fmt::format("the regular expression '{}' is not supported", expression));
}

// Reads a class of characters with a count: `\s+`, ` {2,}`, `[0-9]`, `\p{N}{1,3}`.
bool Pattern::read_characters(std::string_view expression) {
  struct Atom {
    std::string_view text;
    Set set;
    bool is_negated;
  };
  static constexpr auto kAtoms = std::to_array<Atom>({{R"(\s)", Set::Space, false},
                                                      {R"(\S)", Set::Space, true},
                                                      {R"(\d)", Set::Digit, false},
                                                      {R"(\D)", Set::Digit, true},
                                                      {R"(\w)", Set::Word, false},
                                                      {R"(\W)", Set::Word, true},
                                                      {R"([0-9])", Set::AsciiDigit, false},
                                                      {R"([^0-9])", Set::AsciiDigit, true},
                                                      {R"(\p{L})", Set::Letter, false},
                                                      {R"(\p{N})", Set::Number, false},
                                                      {R"([\r\n])", Set::LineEnd, false}});
  kind_ = Kind::Characters;
  const auto* atom = std::find_if(kAtoms.begin(), kAtoms.end(), [&](const Atom& known) {
    return expression.starts_with(known.text);
  });
  if (atom != kAtoms.end()) {
    set_ = atom->set;
    is_negated_ = atom->is_negated;
    expression.remove_prefix(atom->text.size());
  } else {
    if (expression.empty() || std::string_view(R"(\^$.|?*+()[]{})").contains(expression[0])) {
      return false;
    }
    std::size_t end = 0;
    character_ = next_character(expression, end);
    expression.remove_prefix(end);
  }
  if (expression.empty()) {
    most_ = 1;
    return true;
  }
  if (expression == "+") return true;
  if (!expression.starts_with('{') || !expression.ends_with('}')) return false;
  expression = expression.substr(1, expression.size() - 2);
  const auto number = [](std::string_view digits, std::size_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  const std::size_t comma = expression.find(',');
  if (!number(expression.substr(0, comma), least_) || least_ == 0) return false;
  if (comma == std::string_view::npos) {
    most_ = least_;
    return true;
  }
  const std::string_view last = expression.substr(comma + 1);
  return last.empty() || (number(last, most_) && most_ >= least_);
}

bool Pattern::has(char32_t c) const {
  const auto is_in = [&] {
    switch (set_) {
      case Set::One:
        return c == character_;
      case Set::Space:
        return is_class(c, kIsSpace);
      case Set::Digit:
        return is_decimal_digit(c);
      case Set::AsciiDigit:
        return c >= '0' && c <= '9';
      case Set::Word:
        return is_class(c, kIsWord);
      case Set::Letter:
        return is_class(c, kIsLetter);
      case Set::Number:
        return is_class(c, kIsNumber);
      case Set::LineEnd:
        return c == '\r' || c == '\n';
    }
    return false;
  };
  return is_in() != is_negated_;
}

std::optional<Pattern::Match> Pattern::find_characters(std::string_view text,
                                                       std::size_t from) const {
  std::size_t begin = from;
  std::size_t count = 0;
  for (std::size_t at = from; at < text.size();) {
    std::size_t end = at;
    if (has(next_character(text, end))) {
      if (count++ == 0) begin = at;
      if (count == most_) return Match{begin, end};
    } else {
      if (count >= least_) return Match{begin, at};
      count = 0;
    }
    at = end;
  }
  if (count > 0 && count >= least_) return Match{begin, text.size()};
  return std::nullopt;
}

std::size_t Pattern::gpt2_end(std::string_view text, std::size_t at) const {
  if (text[at] == '\'') {
    if (const std::size_t end = contraction_end(text, at, false); end > at) return end;
  }
  const std::size_t begin = text[at] == ' ' ? at + 1 : at;
  const Place first = place_at(text, begin);
  if ((first.classes & kIsLetter) != 0) return skip_class(text, first.end, kIsLetter);
  if ((first.classes & kIsNumber) != 0) return skip_class(text, first.end, kIsNumber);
  if (is_sign(first, begin)) return skip_signs(text, first.end);
  return space_end(text, at);
}

std::size_t Pattern::gpt4_end(std::string_view text, std::size_t at) const {
  if (text[at] == '\'') {
    if (const std::size_t end = contraction_end(text, at, true); end > at) return end;
  }
  const Place first = place_at(text, at);
  if ((first.classes & kIsLetter) != 0) return skip_class(text, first.end, kIsLetter);
  if ((first.classes & kIsNumber) != 0) {
    std::size_t count = 1;
    return skip_while(text, first.end, [&](const Place& place) {
      return (place.classes & kIsNumber) != 0 && count++ < most_digits_;
    });
  }
  if (first.c != '\r' && first.c != '\n') {
    const Place second = place_at(text, first.end);
    if ((second.classes & kIsLetter) != 0) return skip_class(text, second.end, kIsLetter);
  }
  const std::size_t begin = first.c == ' ' ? first.end : at;
  if (const Place sign = place_at(text, begin); is_sign(sign, begin)) {
    return skip_while(text, skip_signs(text, sign.end),
                      [](const Place& place) { return place.c == '\r' || place.c == '\n'; });
  }
  // White space up to its last line end, if it has one.
  std::size_t line_end = at;
  skip_while(text, at, [&](const Place& place) {
    if (place.c == '\r' || place.c == '\n') line_end = place.end;
    return (place.classes & kIsSpace) != 0;
  });
  return line_end > at ? line_end : space_end(text, at);
}

std::optional<Pattern::Match> Pattern::find(std::string_view text, std::size_t from) const {
  if (from >= text.size()) return std::nullopt;
  switch (kind_) {
    case Kind::Literal: {
      const std::size_t begin = text_.empty() ? std::string_view::npos : text.find(text_, from);
      if (begin == std::string_view::npos) return std::nullopt;
      return Match{begin, begin + text_.size()};
    }
    case Kind::Characters:
      return find_characters(text, from);
    // These match at any position.
    case Kind::Gpt2:
      return Match{from, gpt2_end(text, from)};
    case Kind::Gpt4:
      return Match{from, gpt4_end(text, from)};
  }
  return std::nullopt;
}

}  // namespace noether::neural::tokens
