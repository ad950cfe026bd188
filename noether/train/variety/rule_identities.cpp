// The rules of algebra as identities for IdentityWalk.
//
// The module algebra needs libraries that training machines rarely have, so this code reads the
// rules' files as text. It takes only rules of a plain form; algebra's own reader has checked the
// files.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "noether/algebra/rules/shipped_rules.h"
#include "noether/train/variety/identity_walk.h"

namespace noether::train {
namespace {

constexpr std::size_t kLongestSide = 15;  // in words
// Conditions that always hold where both sides have values.
constexpr std::array<std::string_view, 3> kHarmless = {"nonzero", "defined", "real"};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '(' || c == ')'; };
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

// Checks the names before parentheses in the conditions after `if`.
bool is_harmless(std::string_view conditions) {
  for (std::size_t open = conditions.find('('); open != std::string_view::npos;
       open = conditions.find('(', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && conditions[begin - 1] >= 'a' && conditions[begin - 1] <= 'z') --begin;
    const std::string_view name = conditions.substr(begin, open - begin);
    if (!name.empty() && std::ranges::find(kHarmless, name) == kHarmless.end()) return false;
  }
  return true;
}

// Returns a side without parentheses and with its variables renamed to the holes of walks. `names`
// has the variables of the rule so far.
std::optional<std::string> side_of(std::string_view text, std::vector<std::string_view>& names) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty() || words.size() > kLongestSide) return std::nullopt;
  std::string side;
  const auto add = [&](std::string_view word) {
    if (!side.empty()) side += ' ';
    side += word;
  };
  for (const std::string_view word : words) {
    const std::size_t slash = word.find('/');
    if (word.starts_with('?')) {
      const auto known = std::ranges::find(names, word);
      const auto number = static_cast<std::size_t>(known - names.begin());
      if (number == kWalkHoles.size()) return std::nullopt;
      if (known == names.end()) names.push_back(word);
      add(kWalkHoles.substr(number, 1));
    } else if (slash != std::string_view::npos && word.size() > 1) {
      add("/");
      add(word.substr(0, slash));
      add(word.substr(slash + 1));
    } else {
      add(word);
    }
  }
  return side;
}

// Excludes words that bind names or mean something else in prefix notation; walk_identities.cpp has
// identities for derivatives, logarithms to a base and the like.
bool has_other_words(std::string_view rule) {
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"(d ", "(integral ", "(log ", "(sign ", "(min ", "(max ", "(floor ", "(ceil ", "(factorial ",
       "(gamma ", "(mod ", "(round ", "@complex"});
  return std::ranges::any_of(kOthers, [&](std::string_view word) { return rule.contains(word); });
}

void add_rule(std::string_view rule, std::vector<std::pair<std::string, std::string>>& to) {
  const std::size_t colon = rule.find(": ");
  const std::size_t arrow = rule.find("=>");
  if (colon == std::string_view::npos || arrow == std::string_view::npos) return;
  if (has_other_words(rule)) return;
  const std::size_t tag = std::min(rule.find('@'), rule.size());
  const std::size_t condition = std::min(rule.find(" if ", arrow), tag);
  if (!is_harmless(rule.substr(condition, tag - condition))) return;
  const std::size_t left_end = rule[arrow - 1] == '<' ? arrow - 1 : arrow;
  std::vector<std::string_view> names;
  auto left = side_of(rule.substr(colon + 2, left_end - colon - 2), names);
  auto right = side_of(rule.substr(arrow + 2, condition - arrow - 2), names);
  if (left && right) to.emplace_back(std::move(*left), std::move(*right));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> rule_identities() {
  std::vector<std::pair<std::string, std::string>> identities;
  for (const algebra::ShippedRuleFile& file : algebra::shipped_rule_files()) {
    std::string rule;
    for (std::size_t begin = 0; begin < file.text.size();) {
      const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
      const std::string_view line = file.text.substr(begin, end - begin);
      begin = end + 1;
      if (line.starts_with('#')) continue;
      if (!line.starts_with(' ')) {
        add_rule(rule, identities);
        rule.clear();
      }
      rule += line;
    }
    add_rule(rule, identities);
  }
  return identities;
}

}  // namespace noether::train
