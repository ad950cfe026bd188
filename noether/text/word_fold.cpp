#include "noether/text/word_fold.h"

#include <utf8proc.h>

#include <array>
#include <cstring>

namespace noether::text {
namespace {

// Letters with a stroke or joined letters: Unicode does not take these apart.
struct PlainForm {
  char32_t letter;
  std::string_view plain;
};
constexpr auto kPlainForms = std::to_array<PlainForm>({
    {U'æ', "ae"},
    {U'ð', "d"},
    {U'ø', "o"},
    {U'þ', "th"},
    {U'đ', "d"},
    {U'ħ', "h"},
    {U'ı', "i"},
    {U'ł', "l"},
    {U'ŋ', "n"},
    {U'œ', "oe"},
});

bool is_ideograph(char32_t c) {
  return (c >= 0x3005 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF66 && c <= 0xFF9F) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace

WordPart word_part(char32_t c) {
  if (c == 0xAD || (c >= 0x200B && c <= 0x200F) || c == 0x2060 || c == 0xFEFF) {
    return WordPart::Ignored;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
      return is_ideograph(c) ? WordPart::Ideograph : WordPart::Letter;
    default:
      return WordPart::None;
  }
}

std::size_t fold_character(char32_t c, char* out) {
  std::array<utf8proc_int32_t, 24> decomposed{};
  int last_class = 0;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), decomposed.data(), decomposed.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_STRIPMARK | UTF8PROC_IGNORE),
      &last_class);
  // Two ideographs would be two words: the few signs that stand for two stay as they are.
  if (is_ideograph(c) && count > 1 && is_ideograph(static_cast<char32_t>(decomposed[1]))) {
    return static_cast<std::size_t>(utf8proc_encode_char(static_cast<utf8proc_int32_t>(c),
                                                         reinterpret_cast<utf8proc_uint8_t*>(out)));
  }
  std::size_t size = 0;
  for (utf8proc_ssize_t i = 0; i < count && i < std::ssize(decomposed); ++i) {
    const utf8proc_int32_t part = decomposed[static_cast<std::size_t>(i)];
    // Some ligatures are whole phrases, and some letters have a dot that stands by itself.
    if (word_part(static_cast<char32_t>(part)) == WordPart::None) continue;
    if (size + 4 > kMaxFoldedBytes) break;
    std::string_view plain;
    for (const PlainForm& form : kPlainForms) {
      if (static_cast<char32_t>(part) == form.letter) plain = form.plain;
    }
    if (!plain.empty()) {
      std::memcpy(out + size, plain.data(), plain.size());
      size += plain.size();
    } else {
      const utf8proc_ssize_t bytes =
          utf8proc_encode_char(part, reinterpret_cast<utf8proc_uint8_t*>(out + size));
      size += static_cast<std::size_t>(bytes);
    }
  }
  return size;
}

}  // namespace noether::text
