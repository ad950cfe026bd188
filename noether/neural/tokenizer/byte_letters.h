// Bytes as letters that files of tokenizers can hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::neural::tokens {

// The letters by which byte-level vocabularies write bytes: printable ones represent themselves,
// others become the letters from U+0100 on; a space is Ġ.
std::string to_byte_letters(std::string_view bytes);
// Nothing when some character is not a letter of a byte.
std::optional<std::string> from_byte_letters(std::string_view letters);

// Bytes as tokenizer.json carries them.
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace noether::neural::tokens
