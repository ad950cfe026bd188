#include "noether/answer/tokens.h"

#include <utf8proc.h>

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

// Letters with their marks, and digits.
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

}  // namespace noether::answer
