#include "noether/formula/plain/looks_plain.h"

#include <algorithm>
#include <array>

#include "noether/formula/plain/plain_names.h"
#include "noether/formula/plain/plain_signs.h"

namespace noether::formula {
namespace {

bool blank_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_plain_blank(text[at]);
}

bool is_clear_name(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view run = text.substr(begin, end - begin);
  const auto name = plain_name(run);
  if (!name) return function_before_variable(run) > 0;
  switch (name->role) {
    case PlainRole::Operator:
    case PlainRole::Choose:
      return begin > 0 && is_plain_blank(text[begin - 1]) && blank_at(text, end);
    case PlainRole::RootOfIndex:
    case PlainRole::Fences:
    case PlainRole::Accent:
    case PlainRole::TwoArguments:
      return end < text.size() && text[end] == '(';
    default:
      break;
  }
  constexpr std::array<std::string_view, 9> short_names = {"pi", "Pi", "ln", "lg", "oo",
                                                           "RR", "NN", "ZZ", "QQ"};
  return run.size() > 2 || std::ranges::find(short_names, run) != short_names.end();
}

bool is_clear_sign(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 13> signs = {
      "<=>", "<->", "|->", "=/=", "+/-", "-->", "<=", ">=", "=<", "<>", "=>", "->", "**"};
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("!=")) return at > 0 && is_plain_blank(text[at - 1]);
  return std::ranges::any_of(signs, [&](std::string_view sign) { return rest.starts_with(sign); });
}

}  // namespace

bool looks_plain(std::string_view text) {
  if (text.find('\\') != std::string_view::npos) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_plain_letter(text[at])) {
      if (is_clear_sign(text, at)) return true;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_plain_letter(text[at])) ++at;
    if (is_clear_name(text, begin, at)) return true;
  }
  return false;
}

}  // namespace noether::formula
