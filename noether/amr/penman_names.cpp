#include "noether/amr/penman_names.h"

#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

bool is_run_without(std::string_view ends, std::string_view text) {
  return !text.empty() && text.find_first_of(ends) == std::string_view::npos;
}

bool is_string(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\n') return false;
    if (text[i] == '\\') ++i;
    if (i + 1 == text.size()) return false;
  }
  return true;
}

}  // namespace

bool is_alignment(std::string_view text) {
  if (!text.starts_with('~')) return false;
  std::size_t at = 1;
  const bool has_letter = at < text.size() && base::is_letter(text[at]);
  if (has_letter) ++at;
  if (has_letter && at < text.size() && text[at] == '.') ++at;
  bool after_digit = false;
  for (; at < text.size(); ++at) {
    const bool is_digit = base::is_digit(text[at]);
    if (!is_digit && !(text[at] == ',' && after_digit)) return false;
    after_digit = is_digit;
  }
  return after_digit;
}

std::pair<std::string, std::string> split_alignment(std::string_view token) {
  const std::size_t tilde = token.rfind('~');
  if (tilde == std::string_view::npos || tilde == 0 || !is_alignment(token.substr(tilde))) {
    return {std::string(token), {}};
  }
  return {std::string(token.substr(0, tilde)), std::string(token.substr(tilde))};
}

bool is_variable(std::string_view text) { return is_run_without(kVariableEnds, text); }

bool is_role(std::string_view text) {
  return is_run_without(kRoleEnds, text) && split_alignment(text).second.empty();
}

bool is_value(std::string_view text) {
  if (text.starts_with('"')) return is_string(text);
  return is_run_without(kSymbolEnds, text) && text.front() != ':' && text.front() != '/' &&
         split_alignment(text).second.empty();
}

}  // namespace noether::amr
