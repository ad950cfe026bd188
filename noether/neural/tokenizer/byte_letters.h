// Bytes as letters that tokenizer files can contain.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::neural::tokens {

// The letters with which byte-level vocabularies write bytes: printable bytes represent themselves,
// others become the letters from U+0100 on. A space is Ġ.
std::string to_byte_letters(std::string_view bytes);
// Empty if some character is not the letter of a byte.
std::optional<std::string> from_byte_letters(std::string_view letters);

// The form of bytes in tokenizer.json.
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace noether::neural::tokens
