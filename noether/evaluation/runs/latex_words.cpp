#include "noether/evaluation/runs/tf_idf_scan.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "noether/base/ascii.h"

namespace noether::evaluation {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 20> kSigns = {{
    {'+', "plus"},
    {'-', "minus"},
    {'*', "times"},
    {'/', "slash"},
    {'=', "equals"},
    {'<', "less"},
    {'>', "greater"},
    {'^', "superscript"},
    {'_', "subscript"},
    {'!', "factorial"},
    {'|', "bar"},
    {'(', "leftparenthesis"},
    {')', "rightparenthesis"},
    {'[', "leftbracket"},
    {']', "rightbracket"},
    {',', "comma"},
    {':', "colon"},
    {'\'', "prime"},
    {'.', "point"},
    {';', "semicolon"},
}};

// Whether the byte belongs to a multi-byte character of UTF-8, which must stay whole.
bool is_high(char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; }

template <typename Is>
std::string_view run_of(std::string_view text, std::size_t at, Is is) {
  std::size_t end = at;
  while (end < text.size() && is(text[end])) ++end;
  return text.substr(at, end - at);
}

}  // namespace

void for_each_latex_word(std::string_view latex, LatexWords words,
                         const std::function<void(std::string_view)>& word) {
  const auto is_of_word = [](char c) {
    return base::is_letter(c) || base::is_digit(c) || is_high(c);
  };
  for (std::size_t at = 0; at < latex.size();) {
    const char c = latex[at];
    std::string_view token = latex.substr(at, 1);
    if (words == LatexWords::Raw) {
      token = run_of(latex, at, is_of_word);
      if (!token.empty()) word(base::lowered(token));
    } else if (c == '\\') {
      token = run_of(latex, at + 1, base::is_letter);
      if (!token.empty()) word(base::lowered(token));
      at += token.empty() ? std::min<std::size_t>(2, latex.size() - at) : 1 + token.size();
      continue;
    } else if (base::is_letter(c)) {
      word(base::lowered(token));
    } else if (base::is_digit(c)) {
      token = run_of(latex, at, base::is_digit);
      word(token);
    } else if (is_high(c)) {
      token = run_of(latex, at, is_high);
      word(token);
    } else if (const auto* const sign =
                   std::ranges::find(kSigns, c, [](const auto& s) { return s.first; });
               sign != kSigns.end()) {
      word(sign->second);
    }
    at += std::max<std::size_t>(1, token.size());
  }
}

}  // namespace noether::evaluation
