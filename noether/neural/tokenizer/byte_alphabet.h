// The letters by which byte-level vocabularies write bytes: printable ones represent themselves,
// others become the letters from U+0100 on; a space is Ġ.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::neural::tokens {

std::string to_byte_letters(std::string_view bytes);
// Nothing when some character is not a letter of a byte.
std::optional<std::string> from_byte_letters(std::string_view letters);

}  // namespace noether::neural::tokens
