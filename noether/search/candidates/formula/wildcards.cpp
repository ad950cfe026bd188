#include "noether/search/candidates/formula/wildcards.h"

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"

namespace noether::search {
namespace {

constexpr std::array<std::string_view, 8> kTextCommands = {"\\text{",   "\\textrm{", "\\textbf{",
                                                           "\\textit{", "\\mbox{",   "\\hbox{",
                                                           "\\textsf{", "\\texttt{"};

// Two bytes of UTF-8.
std::string letter_for(char name) {
  const char32_t point = name == '?'   ? 0x587
                         : name >= 'a' ? 0x561 + static_cast<char32_t>(name - 'a')
                                       : 0x531 + static_cast<char32_t>(name - 'A');
  return {static_cast<char>(0xC0 | (point >> 6)), static_cast<char>(0x80 | (point & 0x3F))};
}

// Behind the brace that closes the one before `at`.
std::size_t skip_braces(std::string_view latex, std::size_t at) {
  for (int depth = 1; at < latex.size() && depth > 0; ++at) {
    if (latex[at] == '\\') {
      ++at;
    } else if (latex[at] == '{') {
      ++depth;
    } else if (latex[at] == '}') {
      --depth;
    }
  }
  return std::min(at, latex.size());
}

}  // namespace

WildcardLatex replace_wildcards(std::string_view latex) {
  WildcardLatex result{std::string(latex), std::string(latex), {}};
  for (std::size_t i = 0; i < latex.size();) {
    if (latex[i] == '\\') {
      std::size_t behind = i + 2;
      for (const std::string_view command : kTextCommands) {
        if (latex.substr(i).starts_with(command)) behind = skip_braces(latex, i + command.size());
      }
      i = behind;
      continue;
    }
    const char name = latex[i] == '?' && i + 1 < latex.size() ? latex[i + 1] : '\0';
    if (!base::is_letter(name) && name != '?') {
      ++i;
      continue;
    }
    result.latex.replace(i, 2, letter_for(name));
    result.other.replace(i, 2, "77");
    result.wildcards.push_back({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 2)},
                                static_cast<char32_t>(name)});
    i += 2;
  }
  return result;
}

}  // namespace noether::search
