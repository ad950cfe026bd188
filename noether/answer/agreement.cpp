#include "noether/answer/agreement.h"

#include <utf8proc.h>

#include <algorithm>

#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

bool is_blank(char32_t character) {
  if (character < 0x80) return character <= ' ';
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
  return category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP;
}

bool is_ascii_letter(char32_t character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// Whether the character is a letter, the mark of a letter, or a digit.
bool is_word(char32_t character) {
  if (character < 0x80) {
    return is_ascii_letter(character) || (character >= '0' && character <= '9');
  }
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

}  // namespace

std::vector<std::string> answer_tokens(std::string_view text) {
  enum class State { Outside, Word, Command };
  std::vector<std::string> tokens;
  State state = State::Outside;
  for (const base::CodePoint& character : base::code_points(text)) {
    const bool goes_on = (state == State::Word && is_word(character.value)) ||
                         (state == State::Command && is_ascii_letter(character.value));
    if (goes_on) {
      tokens.back() += character.bytes;
      continue;
    }
    if (is_blank(character.value)) {
      state = State::Outside;
      continue;
    }
    tokens.emplace_back(character.bytes);
    if (character.value == U'\\') {
      state = State::Command;
    } else {
      state = is_word(character.value) ? State::Word : State::Outside;
    }
  }
  return tokens;
}

std::vector<std::uint32_t> TokenNumbers::of(std::string_view text) {
  std::vector<std::uint32_t> tokens;
  for (std::string& token : answer_tokens(text)) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    tokens.push_back(numbers_.try_emplace(std::move(token), next).first->second);
  }
  return tokens;
}

Agreement::Agreement(const std::vector<std::vector<std::uint32_t>>& others) {
  for (const std::vector<std::uint32_t>& tokens : others) {
    Other& other = others_.emplace_back();
    for (const std::uint32_t token : tokens) ++other.left[token];
    other.size = tokens.size();
  }
}

void Agreement::restart() {
  for (Other& other : others_) {
    for (const std::uint32_t token : used_) {
      const auto left = other.left.find(token);
      if (left != other.left.end()) ++left->second;
    }
    other.common = 0;
  }
  used_.clear();
}

void Agreement::add(const std::vector<std::uint32_t>& tokens) {
  for (Other& other : others_) {
    for (const std::uint32_t token : tokens) {
      const auto left = other.left.find(token);
      if (left != other.left.end() && left->second-- > 0) ++other.common;
    }
  }
  used_.insert(used_.end(), tokens.begin(), tokens.end());
}

double Agreement::value() const {
  double best = 0;
  for (const Other& other : others_) {
    const std::size_t both = used_.size() + other.size;
    if (both == 0) continue;
    best = std::max(best, 2 * static_cast<double>(other.common) / static_cast<double>(both));
  }
  return best;
}

}  // namespace noether::answer
