#include "noether/egen/templates/template_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace noether::egen {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_mark(char c) { return c == '(' || c == ')' || c == ':'; }
bool is_name(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

std::vector<TemplateToken> words_of(std::string_view text) {
  std::vector<TemplateToken> words;
  std::size_t line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_space(c)) {
      ++at;
      if (c != '\n') continue;
      ++line;
      line_begin = at;
    } else {
      const std::size_t begin = at++;
      while (!is_mark(c) && at < text.size() && !is_space(text[at]) && !is_mark(text[at]) &&
             text[at] != '#') {
        ++at;
      }
      words.push_back({text.substr(begin, at - begin), static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(line),
                       static_cast<std::uint32_t>(begin - line_begin + 1)});
    }
  }
  return words;
}

}  // namespace

std::unexpected<base::Error> template_error(std::string_view file, const TemplateToken& token,
                                            const std::string& message, std::string hint) {
  const auto length = static_cast<std::uint32_t>(token.text.size());
  return base::fail(fmt::format("{}:{}:{}: {}", file, token.line, token.column, message),
                    {token.offset, token.offset + length}, std::move(hint));
}

base::Result<std::vector<TemplateStatement>> read_statements(const TemplateText& text) {
  if (text.text.size() > kMaxTemplateFileBytes) {
    return base::fail(fmt::format("{}:1: a file of templates has at most {} bytes, not {}",
                                  text.file, kMaxTemplateFileBytes, text.text.size()),
                      {}, "name a file of templates; cut a large one into several");
  }
  const std::vector<TemplateToken> words = words_of(text.text);
  std::vector<TemplateStatement> statements;
  const auto starts_line = [&](std::size_t at) { return words[at].column == 1; };
  for (std::size_t at = 0; at < words.size();) {
    TemplateStatement statement{.file = text.file, .name = words[at]};
    if (!starts_line(at)) {
      return template_error(text.file, words[at], "an indented line continues nothing",
                            "start a template at column 1");
    }
    std::size_t end = at + 1;
    while (end < words.size() && !starts_line(end)) ++end;
    if (words[at].text == "set" && at + 1 < end && words[at + 1].text != ":") {
      statement.is_set = true;
      statement.name = words[++at];
    }
    if (is_mark(statement.name.text[0]) || at + 1 >= end || words[at + 1].text != ":") {
      return template_error(
          text.file, statement.name,
          fmt::format("expected `name:`, found `{}`", statement.name.text.substr(0, 40)),
          "a template is written `name: (sin (+ x ?number))`, a set `set number: 2 3 5`; indent a "
          "line that continues one");
    }
    if (!is_name(statement.name.text)) {
      return template_error(
          text.file, statement.name,
          fmt::format("`{}` is not a name for a {}", statement.name.text.substr(0, 40),
                      statement.is_set ? "set" : "template"),
          "a name is made of letters, digits, - and _");
    }
    statement.words.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                           words.begin() + static_cast<std::ptrdiff_t>(end));
    statements.push_back(std::move(statement));
    at = end;
  }
  return statements;
}

}  // namespace noether::egen
